import { useMutation, useQueryClient } from '@tanstack/react-query'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import { useTranslation } from 'react-i18next'
import { resetModelRatio, undoOption } from '#contract/api/options.ts'
import { call } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { confirm } from '#web/ui/overlay/confirm.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import { refreshAfter } from '../drafts/option-queries.ts'
import { useDraft, useSettings } from '../drafts/settings-context.ts'
import { linesOf } from '../options/map-lines.ts'

/** Resets all model ratios to the defaults, with undo. */
export function ResetRatios() {
  const { t } = useTranslation('settings')
  const { t: common } = useTranslation()
  const client = useQueryClient()
  const { texts } = useSettings()
  const draft = useDraft('ModelRatio')
  const own = linesOf('ratio-map', texts.get('ModelRatio') ?? '')
  const onSuccess = () => refreshAfter(client, ['ModelRatio'])
  const undo = useMutation({ mutationFn: () => call(undoOption, { body: { key: 'ModelRatio' } }), onSuccess })
  const reset = useMutation({
    mutationFn: () => call(resetModelRatio, {}),
    onSuccess() {
      toast.success(t('reset.done'), { action: { label: common('action.undo'), run: () => undo.mutate() } })
      onSuccess()
    },
  })
  const ask = async () => {
    const count = own?.length ?? 0
    const yes = await confirm({
      title: t('reset.title'),
      description: t('reset.text', { count }),
      action: t('reset.button'),
      danger: true,
    })
    if (yes) reset.mutate()
  }
  return (
    <Button
      icon={<RotateCcw size={16} aria-hidden />}
      loading={reset.isPending}
      disabledReason={draft ? t('reset.dirty') : own?.length === 0 && t('reset.none')}
      onClick={() => void ask()}
    >
      {t('reset.button')}
    </Button>
  )
}
