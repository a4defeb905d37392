import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { endFormerKeys, type Token } from '#contract/api/tokens.ts'
import { call } from '#web/lib/api.ts'
import { formatTime } from '#web/lib/format.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { confirm } from '#web/ui/overlay/confirm.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import { patchToken } from './token-list.ts'

/** Says that the key from before a rotation still works, and ends it. */
export function FormerKey({ token: { id, name, former_key_until: until } }: { token: Token }) {
  const { t } = useTranslation('tokens')
  const client = useQueryClient()
  const end = useMutation({
    mutationFn: () => call(endFormerKeys, { params: { id } }),
    onSuccess: (token) => {
      patchToken(client, id, token)
      toast.success(t('rotate.endDone', { name }))
    },
  })
  if (until <= Date.now() / 1000) return null
  async function ask() {
    const question = {
      title: t('rotate.endTitle', { name }),
      description: t('rotate.endHint'),
      action: t('rotate.end'),
    }
    if (await confirm({ ...question, danger: true })) end.mutate()
  }
  return (
    <Banner
      tone="info"
      action={
        <Button size="small" className="self-center" loading={end.isPending} onClick={() => void ask()}>
          {t('rotate.end')}
        </Button>
      }
    >
      {t('rotate.former', { time: formatTime(until) })}
    </Banner>
  )
}
