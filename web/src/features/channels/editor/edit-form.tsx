import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Channel, updateChannel } from '#contract/api/channels.ts'
import { call } from '#web/lib/api.ts'
import { formatTime } from '#web/lib/format.ts'
import { readAgain } from '#web/lib/records.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Form } from '#web/ui/form/form.tsx'
import type { FormEnds } from '#web/ui/form/record-form.tsx'
import { useEditForm } from '#web/ui/form/use-edit-form.ts'
import { useLeaveGuard } from '#web/ui/form/use-leave-guard.ts'
import { openOverlay } from '#web/ui/overlay/overlay.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import { changesOf } from '../form/changes.ts'
import { valuesOfChannel } from '../form/form-values.ts'
import { ProbeFooter } from '../probe/probe-footer.tsx'
import { channelQuery, patchChannel } from '../queries/channel-list.ts'
import { isOn, stateOf } from '../queries/channel-status.ts'
import { readDisabledNote } from '../tests/disabled-reason.ts'
import { ChannelFields } from './channel-fields.tsx'
import FalseAlarmDialog from './false-alarm-dialog.tsx'

/** The form of a channel. */
export function EditChannelForm({ record: channel, onSaved, onCancel }: { record: Channel } & FormEnds) {
  const { t } = useTranslation('channels')
  const { t: editor } = useTranslation('editor')
  const [failed, setFailed] = useState(false)
  const client = useQueryClient()
  const { id } = channel
  // The values with which the form started, since a later refetch is not a change of the user's.
  const [former] = useState(channel)
  const form = useEditForm({
    schema: () => import('../form/form-schema.ts').then(({ editForm }) => editForm),
    values: valuesOfChannel(former),
    stored: async () => valuesOfChannel(await readAgain(client, channelQuery(id))),
    draft: { key: `channel:edit:${id}`, secrets: ['key'] },
    async save(edited) {
      patchChannel(client, id, await call(updateChannel, { body: { id, ...changesOf(former, edited) } }))
      toast.success(t('toast.updated'))
      onSaved()
    },
  })
  useLeaveGuard(form)
  return (
    <Form
      form={form}
      label={t('form.update')}
      save={failed ? editor('saveAnyway') : t('form.save')}
      onCancel={onCancel}
      quiet={failed}
      summary={<ProbeFooter form={form} id={id} failed={failed} onOutcome={setFailed} />}
    >
      <OffNote channel={channel} />
      <ChannelFields
        form={form}
        id={id}
        isOff={!isOn(channel)}
        limitsNow={channel.limits_now}
        keyCounts={channel.key_counts}
      />
    </Form>
  )
}

const SECOND = 1000

/** Shows why the channel was disabled automatically, and what failed before, and takes a report that it was a mistake. */
function OffNote({ channel }: { channel: Channel }) {
  const { t } = useTranslation('channels')
  const note = stateOf(channel.status) === 'autoDisabled' ? readDisabledNote(channel) : null
  if (!note) return null
  const { reason, at, samples } = note
  return (
    <Banner
      tone="warning"
      action={
        <Button
          size="small"
          onClick={() =>
            void openOverlay((close) => (
              <FalseAlarmDialog channel={channel} note={note} onClose={() => close(undefined)} />
            ))
          }
        >
          {t('falseAlarm.open')}
        </Button>
      }
    >
      <p>{t('form.off', { reason, time: formatTime(at) })}</p>
      {samples.length > 0 && (
        <details className="mt-1 text-small">
          <summary className="w-fit cursor-pointer">{t('falseAlarm.samples', { count: samples.length })}</summary>
          <ul className="mt-1 flex flex-col gap-1">
            {samples.map((sample) => (
              <li key={`${sample.at} ${sample.request_id}`} className="break-words">
                <time className="tabular-nums">{formatTime(Math.floor(sample.at / SECOND))}</time> · {sample.model}
                {sample.status > 0 && ` · ${sample.status}`} · {sample.message}{' '}
                {sample.request_id && (
                  <Link
                    to="/log"
                    search={{ request_id: sample.request_id, range: 'all' }}
                    className="text-primary underline"
                  >
                    {t('falseAlarm.call')}
                  </Link>
                )}
              </li>
            ))}
          </ul>
        </details>
      )}
    </Banner>
  )
}
