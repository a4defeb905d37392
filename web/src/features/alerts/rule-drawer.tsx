import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { type Control, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { parametersOf, RULE_KIND_NAMES } from '#contract/alerts/rules.ts'
import { SINK_NAMES } from '#contract/alerts/sinks.ts'
import { type AlertSetup, createAlertRule, deleteAlertRule, updateAlertRule } from '#contract/api/alerts.ts'
import { call } from '#web/lib/api.ts'
import { useStored } from '#web/lib/storage.ts'
import { MultiSelectField } from '#web/ui/form/fields/multi-select-field.tsx'
import { NumberField } from '#web/ui/form/fields/number-field.tsx'
import { QuotaField } from '#web/ui/form/fields/quota-field.tsx'
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
import { alertSetupQuery, useStoreSetup } from './alert-queries.ts'
import { DeleteButton } from './delete-button.tsx'
import { defaultParameters, type RuleFormValues, ruleValues } from './form-values.ts'

interface Props {
  id: number
  setup: AlertSetup
  onClose: () => void
}

/** Edits a rule, or creates one when the id is 0. */
export function RuleDrawer({ id }: { id: number }) {
  const { t } = useTranslation('alerts')
  const navigate = useNavigate()
  const record = useQuery(alertSetupQuery)
  const close = () => void navigate({ to: '/alerts/setup' })
  return (
    <Drawer side={id === 0 ? 'start' : 'end'} title={t(id === 0 ? 'rules.add' : 'rules.edit')} onClose={close}>
      <RecordForm record={record} fields={5} Failure={RecordFailure}>
        {(setup) => <RuleForm key={id} id={id} setup={setup} onClose={close} />}
      </RecordForm>
    </Drawer>
  )
}

function RuleForm({ id, setup, onClose }: Props) {
  const { t } = useTranslation('alerts')
  const language = useStored('language')
  const store = useStoreSetup()
  const [rule] = useState(() => setup.rules.find((one) => one.id === id))
  const form = useEditForm({
    schema: () => import('./form-schema.ts').then(({ ruleForm }) => ruleForm),
    values: ruleValues(rule, setup),
    async save({ kind, sinks, ...fields }) {
      const body = { ...fields, sinks: sinks.map(Number) }
      store(
        await (rule
          ? call(updateAlertRule, { params: { id }, body })
          : call(createAlertRule, { body: { kind, ...body } })),
      )
      toast.success(t('rules.saved'))
      onClose()
    },
  })
  useLeaveGuard(form)
  const { control } = form
  const kind = useWatch({ control, name: 'kind' })
  const { setValue } = form
  const [shown, setShown] = useState(kind)
  useEffect(() => {
    if (shown === kind) return
    setValue('parameters', defaultParameters(kind))
    setShown(kind)
  }, [shown, kind, setValue])
  const kinds = RULE_KIND_NAMES.map((value) => ({ value, label: t(`kind.${value}`) }))
  const sinks = setup.sinks.map((sink) => ({
    value: String(sink.id),
    label: sink.name || SINK_NAMES[sink.kind][language],
  }))
  return (
    <Form
      form={form}
      label={t(rule ? 'rules.edit' : 'rules.add')}
      save={t('form.save')}
      onCancel={onClose}
      furtherButton={
        rule && (
          <DeleteButton
            texts="rules"
            name={rule.name || t(`kind.${rule.kind}`)}
            remove={async () => store(await call(deleteAlertRule, { params: { id } }))}
            onDone={onClose}
          />
        )
      }
    >
      <SelectField
        control={control}
        name="kind"
        label={t('form.kind')}
        hint={t(`kindHint.${kind}`)}
        options={kinds}
        disabled={rule !== undefined}
      />
      {shown === kind && <Parameters control={control} kind={kind} />}
      <TextField control={control} name="name" label={t('form.name')} hint={t('form.nameHint')} optional />
      <MultiSelectField
        control={control}
        name="sinks"
        label={t('form.sinks')}
        hint={t('form.sinksHint')}
        options={sinks}
      />
      <SwitchField control={control} name="urgent" label={t('form.urgent')} />
      <SwitchField control={control} name="enabled" label={t('form.enabled')} />
    </Form>
  )
}

interface ParametersProps<Out> {
  control: Control<RuleFormValues, unknown, Out>
  kind: RuleFormValues['kind']
}

/** A field for each number of the kind. */
function Parameters<Out>({ control, kind }: ParametersProps<Out>) {
  const { t } = useTranslation('alerts')
  return parametersOf(kind).map(([name, { unit, min, max }]) => {
    const shared = { control, name: `parameters.${name}` as const, label: t(`parameter.${name as 'percent'}`) }
    if (unit === 'quota') return <QuotaField key={name} {...shared} />
    return <NumberField key={name} {...shared} {...{ min, max, decimals: true }} unit={t(`unit.${unit}`)} />
  })
}
