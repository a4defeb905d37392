import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { reportFalseAlarm } from '#contract/api/channel-checks.ts'
import type { Channel } from '#contract/api/channels.ts'
import { refresh } from '#web/lib/after-write.ts'
import { call } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { OpenSetting } from '#web/ui/open-setting.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import { channelQuery } from '../queries/channel-list.ts'
import type { DisabledNote } from '../tests/disabled-reason.ts'

interface FalseAlarmDialogProps {
  channel: Pick<Channel, 'id' | 'name'>
  note: DisabledNote
  onClose: () => void
}

/** Says which rule disabled a channel and how to change it, and enables the channel again. */
export default function FalseAlarmDialog({ channel: { id, name }, note, onClose }: FalseAlarmDialogProps) {
  const { t } = useTranslation('channels')
  const client = useQueryClient()
  const report = useMutation({
    mutationFn: (never: boolean) => call(reportFalseAlarm, { params: { id }, body: { never } }),
    onSuccess({ enabled }) {
      if (enabled) toast.success(t('falseAlarm.done', { name }))
      else toast.info(t('falseAlarm.meanwhile', { name }))
      void refresh(client, { queryKey: ['channels'] })
      void refresh(client, { queryKey: channelQuery(id).queryKey })
      onClose()
    },
  })
  const rule = note.rule ?? 'unknown'
  return (
    <Dialog
      title={t('falseAlarm.title', { name })}
      description={t(`falseAlarm.rule.${rule}`)}
      onClose={onClose}
      footer={
        <>
          <Button loading={report.isPending && report.variables} onClick={() => report.mutate(true)}>
            {t('falseAlarm.never')}
          </Button>
          <Button
            variant="primary"
            loading={report.isPending && !report.variables}
            onClick={() => report.mutate(false)}
          >
            {t('falseAlarm.enable')}
          </Button>
        </>
      }
    >
      <p className="mt-2 text-muted">{t('falseAlarm.hint')}</p>
      <div className="mt-2 flex flex-wrap gap-2">
        <OpenSetting
          option={rule === 'slow' ? 'ChannelDisableThreshold' : 'AutomaticDisableChannelEnabled'}
          onLeave={onClose}
        />
      </div>
    </Dialog>
  )
}
