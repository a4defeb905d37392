import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { createChannel } from '#contract/api/channels.ts'
import { call } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { RecordForm } from '#web/ui/form/record-form.tsx'
import { useEditForm } from '#web/ui/form/use-edit-form.ts'
import { useLeaveGuard } from '#web/ui/form/use-leave-guard.ts'
import { Drawer } from '#web/ui/overlay/drawer.tsx'
import { firstField } from '#web/ui/overlay/first-field.ts'
import { toast } from '#web/ui/toast/toast.tsx'
import { type ChannelFormValues, newChannel, valuesOfCopy } from '../form/form-values.ts'
import { wrapError } from '../form/wrap-error.ts'
import { ProbeFooter } from '../probe/probe-footer.tsx'
import { channelQuery, refreshChannels } from '../queries/channel-list.ts'
import { ChannelFailure } from './channel-failure.tsx'
import { ChannelFields } from './channel-fields.tsx'
import { useChannelDrawer } from './use-channel-drawer.ts'

/** Creates channels, starting empty or from the channel `copy`. */
export function CreateChannelDrawer({ copy }: { copy: number | undefined }) {
  const { t } = useTranslation('channels')
  const { close } = useChannelDrawer()
  return (
    <Drawer side="start" title={t('form.create')} onClose={close}>
      {copy === undefined ? <CreateForm values={newChannel} onClose={close} /> : <CopyForm id={copy} onClose={close} />}
    </Drawer>
  )
}

function CopyForm({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation('channels')
  const record = useQuery(channelQuery(id))
  return (
    <RecordForm record={record} fields={6} Failure={ChannelFailure}>
      {(channel) => (
        <CreateForm key={id} copy={id} values={valuesOfCopy(channel, t('form.copySuffix'))} onClose={onClose} />
      )}
    </RecordForm>
  )
}

interface CreateFormProps {
  values: ChannelFormValues
  /** The channel whose values are copied. */
  copy?: number
  onClose: () => void
}

function CreateForm({ values, copy, onClose }: CreateFormProps) {
  const { t } = useTranslation('channels')
  const { t: editor } = useTranslation('editor')
  const [failed, setFailed] = useState(false)
  const client = useQueryClient()
  const stays = useRef(false)
  const [round, setRound] = useState(0)
  const form = useEditForm({
    schema: () => import('../form/form-schema.ts').then(({ createForm, copyForm }) => (copy ? copyForm : createForm)),
    values,
    draft: { key: copy ? `channel:copy:${copy}` : 'channel:add', secrets: ['key'] },
    async save(input) {
      if (copy === undefined) await call(createChannel, { body: input })
      else
        await call(createChannel, { body: { ...input, copy_of: copy } }).catch(
          wrapError((message) => t('form.copyFailed', { message })),
        )
      void refreshChannels(client)
      toast.success(t(copy === undefined ? 'toast.created' : 'toast.copied'))
      if (!stays.current) onClose()
    },
  })
  useLeaveGuard(form)

  async function sendAndGoOn() {
    stays.current = true
    const saved = await form.send()
    stays.current = false
    if (!saved) return
    // The fields must be mounted again before one of them can take the focus. The former paste result is cleared.
    flushSync(() => {
      form.discard()
      setRound(round + 1)
      setFailed(false)
    })
    firstField(document.querySelector('[role=dialog] form'))?.focus()
  }
  return (
    <Form
      form={form}
      label={t('form.create')}
      save={failed ? editor('saveAnyway') : t('form.save')}
      onCancel={onClose}
      quiet={failed}
      summary={<ProbeFooter key={round} form={form} id={copy} failed={failed} onOutcome={setFailed} />}
      furtherButton={<Button onClick={() => void sendAndGoOn()}>{t('form.saveAndAdd')}</Button>}
    >
      <ChannelFields key={round} form={form} creating id={copy} focus={copy ? 'key' : 'paste'} />
    </Form>
  )
}
