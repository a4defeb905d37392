import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { CHANNEL_SETTING_DEFAULTS } from '#contract/api/channels.ts'
import type { LimitsNow } from '#contract/limits.ts'
import { MAX_WAIT_SECONDS } from '#contract/routing.ts'
import { FormLimits } from '#web/features/limits/form-limits.tsx'
import { NumberField } from '#web/ui/form/fields/number-field.tsx'
import { PairsField } from '#web/ui/form/fields/pairs-field.tsx'
import { SelectField } from '#web/ui/form/fields/select-field.tsx'
import { SwitchField } from '#web/ui/form/fields/switch-field.tsx'
import { TextField } from '#web/ui/form/fields/text-field.tsx'
import { TextareaField } from '#web/ui/form/fields/textarea-field.tsx'
import type { ChannelControl } from './form-schema.ts'
import { typeOf } from './form-values.ts'
import { TIER_POLICIES } from './settings-text.ts'

const TIMEOUTS = [
  { name: 'first_byte_timeout', label: 'form.firstByte', max: 3600 },
  { name: 'idle_timeout', label: 'form.idle', max: 3600 },
  { name: 'total_timeout', label: 'form.total', max: 86_400 },
] as const

const CERTIFICATES = ['ca', 'client_certificate', 'client_key'] as const

interface AdvancedFieldsProps {
  control: ChannelControl
  /** The use of the channel's limits. */
  limitsNow: LimitsNow | undefined
}

/** The fields that most channels do not need. */
export default function AdvancedFields({ control, limitsNow }: AdvancedFieldsProps) {
  const { t } = useTranslation('channels')
  const [type, abort] = useWatch({ control, name: ['type', 'abort_policy'] })
  const seconds = t('form.seconds')
  return (
    <>
      <PairsField
        control={control}
        name="model_mapping"
        label={t('form.modelMapping')}
        hint={t('form.modelMappingHint')}
        columns={[t('form.modelMappingColumns.name'), t('form.modelMappingColumns.value')]}
        example={['gpt-3.5-turbo-0301', 'gpt-3.5-turbo']}
      />
      <PairsField
        control={control}
        name="status_code_mapping"
        label={t('form.statusMapping')}
        hint={t('form.statusMappingHint')}
        columns={[t('form.statusMappingColumns.name'), t('form.statusMappingColumns.value')]}
        example={['400', '500']}
      />
      {typeOf(type).fields.openai_organization && (
        <TextField
          control={control}
          name="openai_organization"
          label={t('form.organization')}
          placeholder={t('form.organizationHint')}
          optional
        />
      )}
      <TextField
        control={control}
        name="test_model"
        label={t('form.testModel')}
        placeholder={t('form.testModelHint')}
        optional
      />
      <SwitchField
        control={control}
        name="fit_parameters"
        label={t('form.fitParameters')}
        hint={t('form.fitParametersHint')}
      />
      <SwitchField
        control={control}
        name="prompt_caching"
        label={t('form.promptCaching')}
        hint={t('form.promptCachingHint')}
      />
      <LateAndFull control={control} />
      <SelectField
        control={control}
        name="abort_policy"
        label={t('form.abort')}
        options={[
          { value: 'cancel', label: t('form.abortCancel') },
          { value: 'drain', label: t('form.abortDrain') },
        ]}
      />
      {abort === 'drain' && (
        <NumberField control={control} name="drain_seconds" label={t('form.drain')} unit={seconds} min={1} max={600} />
      )}
      <Timeouts control={control} />
      <WayFields control={control} />
      <SelectField
        control={control}
        name="service_tiers"
        label={t('form.tiers')}
        hint={t('form.tiersHint')}
        options={TIER_POLICIES.map((value) => ({ value, label: t(`form.tierPolicy.${value}`) }))}
      />
      <FormLimits control={control} name="limits" now={limitsNow} />
    </>
  )
}

/** How the channel is reached. */
function WayFields({ control }: Pick<AdvancedFieldsProps, 'control'>) {
  const { t } = useTranslation('channels')
  return (
    <>
      <TextField
        control={control}
        name="proxy"
        label={t('form.proxy')}
        hint={t('form.proxyHint')}
        placeholder="socks5://name:password@host:1080"
        optional
      />
      {CERTIFICATES.map((name) => (
        <TextareaField
          key={name}
          control={control}
          name={name}
          label={t(`form.way.${name}`)}
          hint={t(`form.wayHint.${name}`)}
          code
          optional
        />
      ))}
    </>
  )
}

/** What a call does where the channel is late or full. */
function LateAndFull({ control }: Pick<AdvancedFieldsProps, 'control'>) {
  const { t } = useTranslation('channels')
  return (
    <>
      <SwitchField control={control} name="hedge" label={t('form.hedge')} hint={t('form.hedgeHint')} />
      <NumberField
        control={control}
        name="wait_seconds"
        label={t('form.wait')}
        hint={t('form.waitHint')}
        unit={t('form.seconds')}
        min={0}
        max={MAX_WAIT_SECONDS}
      />
    </>
  )
}

function Timeouts({ control }: Pick<AdvancedFieldsProps, 'control'>) {
  const { t } = useTranslation('channels')
  return (
    <div className="grid items-start gap-4 sm:grid-cols-3">
      {TIMEOUTS.map(({ name, label, max }) => (
        <NumberField
          key={name}
          control={control}
          name={name}
          label={t(label)}
          hint={t('form.zeroMeans', { seconds: CHANNEL_SETTING_DEFAULTS[name] })}
          unit={t('form.seconds')}
          min={0}
          max={max}
        />
      ))}
    </div>
  )
}
