import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { type Control, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { fieldsOf, SINK_NAMES } from '#contract/alerts/sinks.ts'
import type { AlertSink } from '#contract/api/alerts.ts'
import type { OwnSinks } from '#contract/api/own-alerts.ts'
import { useStored } from '#web/lib/storage.ts'
import { PasswordField } from '#web/ui/form/fields/password-field.tsx'
import { SelectField } from '#web/ui/form/fields/select-field.tsx'
import { SwitchField } from '#web/ui/form/fields/switch-field.tsx'
import { TextField } from '#web/ui/form/fields/text-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { RecordFailure } from '#web/ui/form/record-failure.tsx'
import { RecordForm } from '#web/ui/form/record-form.tsx'
import { useEditForm } from '#web/ui/form/use-edit-form.ts'
import { useLeaveGuard } from '#web/ui/form/use-leave-guard.ts'
import { Drawer } from '#web/ui/overlay/drawer.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import { DeleteButton } from './delete-button.tsx'
import { emptySettings, type SinkFormValues, sinkValues } from './form-values.ts'
import { type SinkPlace, sinksQuery, useStoreSinks } from './sink-places.ts'

interface Props {
  id: number
  setup: OwnSinks
  place: SinkPlace
  onClose: () => void
}

/** Edits a sink, or creates one when the id is 0. */
export function SinkDrawer({ id, place }: { id: number; place: SinkPlace }) {
  const { t } = useTranslation('alerts')
  const navigate = useNavigate()
  const record = useQuery(sinksQuery(place))
  const close = () => void navigate({ to: place.page })
  return (
    <Drawer side={id === 0 ? 'start' : 'end'} title={t(id === 0 ? 'sinks.add' : 'sinks.edit')} onClose={close}>
      <RecordForm record={record} fields={5} Failure={RecordFailure}>
        {(setup) => <SinkForm key={id} id={id} setup={setup} place={place} onClose={close} />}
      </RecordForm>
    </Drawer>
  )
}

function SinkForm({ id, setup, place, onClose }: Props) {
  const { t } = useTranslation('alerts')
  const reader = useStored('language')
  const store = useStoreSinks(place)
  const [sink] = useState(() => setup.sinks.find((one) => one.id === id))
  const form = useEditForm({
    schema: () => import('./form-schema.ts').then(({ sinkForm }) => sinkForm),
    values: sinkValues(sink, reader),
    async save({ kind, ...body }) {
      store(await (sink ? place.update(id, body) : place.create({ kind, ...body })))
      toast.success(t('sinks.saved'))
      onClose()
    },
  })
  useLeaveGuard(form)
  const { control, setValue } = form
  const kind = useWatch({ control, name: 'kind' })
  const [shown, setShown] = useState(kind)
  useEffect(() => {
    if (shown === kind) return
    setValue('settings', emptySettings(kind))
    setShown(kind)
  }, [shown, kind, setValue])
  const languages = (['zh', 'en'] as const).map((value) => ({ value, label: t(`language.${value}`) }))
  return (
    <Form
      form={form}
      label={t(sink ? 'sinks.edit' : 'sinks.add')}
      save={t('form.save')}
      onCancel={onClose}
      furtherButton={
        sink && (
          <DeleteButton
            texts="sinks"
            name={sink.name || SINK_NAMES[sink.kind][reader]}
            remove={async () => store(await place.remove(id))}
            onDone={onClose}
          />
        )
      }
    >
      <SelectField
        control={control}
        name="kind"
        label={t('form.kind')}
        options={place.kinds.map((value) => ({ value, label: SINK_NAMES[value][reader] }))}
        disabled={sink !== undefined}
      />
      {shown === kind && <Settings control={control} kind={kind} sink={sink} place={place} />}
      <TextField control={control} name="name" label={t('form.name')} hint={t('form.nameHint')} optional />
      <SelectField control={control} name="language" label={t('form.language')} options={languages} />
      <div className="grid gap-1">
        <div className="grid grid-cols-2 gap-3">
          <TextField control={control} name="quiet_from" label={t('form.quietFrom')} type="time" optional />
          <TextField control={control} name="quiet_to" label={t('form.quietTo')} type="time" optional />
        </div>
        <p className="text-muted text-small">{t('form.quietHint', { zone: setup.time_zone })}</p>
      </div>
      <SwitchField control={control} name="enabled" label={t('form.enabled')} />
    </Form>
  )
}

interface SettingsProps<Out> {
  control: Control<SinkFormValues, unknown, Out>
  kind: SinkFormValues['kind']
  sink: AlertSink | undefined
  place: SinkPlace
}

/** A field for each setting of the kind. Secrets that are stored may stay empty. */
function Settings<Out>({ control, kind, sink, place }: SettingsProps<Out>) {
  const { t } = useTranslation('alerts')
  // A user's mails go to the account's address.
  if (kind === 'mail' && place.page === '/notifications') return <p className="text-small">{t('own.address')}</p>
  return fieldsOf(kind).map(([name, { secret, optional }]) => {
    const isStored = sink?.secrets.includes(name) === true
    const hint = isStored ? t('settingHint.stored') : name === 'to' || name === 'secret' ? t(`settingHint.${name}`) : ''
    const shared = {
      ...{ control, name: `settings.${name}` as const, label: t(`setting.${name as 'url'}`) },
      ...{ hint, optional: optional === true && !isStored },
    }
    if (!secret) return <TextField key={name} {...shared} />
    return <PasswordField key={name} {...shared} autoComplete="off" placeholder={isStored ? '••••••••' : ''} />
  })
}
