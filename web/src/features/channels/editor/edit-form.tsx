import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Channel, updateChannel } from '#contract/api/channels.ts'
import { call } from '#web/lib/api.ts'
import { readAgain } from '#web/lib/records.ts'
import { Form } from '#web/ui/form/form.tsx'
import { FormButtons } from '#web/ui/form/form-buttons.tsx'
import type { FormEnds } from '#web/ui/form/record-form.tsx'
import { useEditForm } from '#web/ui/form/use-edit-form.ts'
import { useLeaveGuard } from '#web/ui/form/use-leave-guard.ts'
import { toast } from '#web/ui/toast/toast.tsx'
import { changesOf } from '../form/changes.ts'
import { valuesOfChannel } from '../form/form-values.ts'
import { ProbeFooter } from '../probe/probe-footer.tsx'
import { channelQuery, patchChannel } from '../queries/channel-list.ts'
import { isOn } from '../queries/channel-status.ts'
import { ChannelFields } from './channel-fields.tsx'
import { OffNote } from './off-note.tsx'

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
      footer={
        <>
          <ProbeFooter form={form} id={id} failed={failed} onOutcome={setFailed} />
          <FormButtons
            save={failed ? editor('saveAnyway') : t('form.save')}
            quiet={failed}
            saving={form.formState.isSubmitting}
            onCancel={onCancel}
          />
        </>
      }
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
