import { useMutation } from '@tanstack/react-query'
import Trash2 from 'lucide-react/icons/trash'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/ui/button.tsx'
import { confirm } from '#web/ui/overlay/confirm.tsx'
import { toast } from '#web/ui/toast/toast.tsx'

interface Props {
  texts: 'rules' | 'sinks'
  name: string
  /** Deletes it, and shows the rest. */
  remove: () => Promise<void>
  onDone: () => void
}

/** Deletes a rule or a sink after a question. */
export function DeleteButton({ texts, name, remove, onDone }: Props) {
  const { t } = useTranslation('alerts')
  const { mutate, isPending } = useMutation({
    mutationFn: remove,
    onSuccess() {
      toast.success(t(`${texts}.deleted`))
      onDone()
    },
  })
  async function ask() {
    const title = t(`${texts}.deleteAsk`, { name })
    const action = t(`${texts}.delete`)
    if (await confirm({ title, description: t(`${texts}.deleteHint`), action, danger: true })) mutate()
  }
  return (
    <Button icon={<Trash2 size={15} aria-hidden />} loading={isPending} onClick={() => void ask()}>
      {t(`${texts}.delete`)}
    </Button>
  )
}
