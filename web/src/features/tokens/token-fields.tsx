import { useQuery } from '@tanstack/react-query'
import { type Control, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { ENDPOINT_KINDS } from '#contract/endpoint-kinds.ts'
import { OWN_GROUP_LABEL } from '#contract/groups.ts'
import type { LimitsNow } from '#contract/limits.ts'
import { FormLimits } from '#web/features/limits/form-limits.tsx'
import { groupLabel } from '#web/lib/default-names.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { LinesField } from '#web/ui/form/fields/lines-field.tsx'
import { MultiSelectField } from '#web/ui/form/fields/multi-select-field.tsx'
import { NumberField } from '#web/ui/form/fields/number-field.tsx'
import { QuotaField } from '#web/ui/form/fields/quota-field.tsx'
import { SelectField } from '#web/ui/form/fields/select-field.tsx'
import { SwitchField } from '#web/ui/form/fields/switch-field.tsx'
import { TextField } from '#web/ui/form/fields/text-field.tsx'
import { TextareaField } from '#web/ui/form/fields/textarea-field.tsx'
import { TimeField } from '#web/ui/form/fields/time-field.tsx'
import type { EditForm } from '#web/ui/form/use-edit-form.ts'
import { OpenSetting } from '#web/ui/open-setting.tsx'
import { expiryOf, expiryPresets } from './expiry.ts'
import type { TokenFormOutput } from './form-schema.ts'
import { MAX_BATCH, type TokenFormValues } from './form-values.ts'
import { isAddressLine } from './ip-list.ts'
import { groupsQuery, modelsQuery, tagsQuery } from './token-list.ts'

export type TokenControl = Control<TokenFormValues, unknown, TokenFormOutput>

const BATCH_PRESETS = [10, 20, 30, 100]

interface TokenFieldsProps {
  form: EditForm<TokenFormValues, TokenFormOutput>
  /** Shows the field for the number of tokens. */
  creating?: boolean
  /** In units; below zero for an overspent token. */
  leastQuota?: number
  /** The use of the token's limits. */
  limitsNow?: LimitsNow
}

/** The form fields of a token. */
export function TokenFields({ form, creating, leastQuota, limitsNow }: TokenFieldsProps) {
  const { t } = useTranslation('tokens')
  const { control, setValue } = form
  const [unlimited, name, count] = useWatch({ control, name: ['unlimited_quota', 'name', 'count'] })
  const { data: tags = [] } = useQuery(tagsQuery)
  const presets = expiryPresets.map((preset) => ({
    label: t(`form.preset.${preset}`),
    value: (now: number) => expiryOf(preset, now),
  }))
  return (
    <>
      <TextField control={control} name="name" label={t('form.name')} placeholder={t('form.nameHint')} autoFocus />
      {creating && (
        <NumberField
          control={control}
          name="count"
          label={t('form.count')}
          hint={count > 1 ? t('form.namesMore', { first: name.trim() || t('form.name'), count }) : t('form.countHint')}
          min={1}
          max={MAX_BATCH}
          presets={{
            label: t('form.count'),
            options: BATCH_PRESETS.map((count) => ({ label: t('form.countPreset', { count }), value: count })),
          }}
        />
      )}
      <MultiSelectField
        optional
        control={control}
        name="tags"
        label={t('form.tags')}
        placeholder={t('form.tagsHint')}
        options={tags.map((value) => ({ value }))}
        creatable
      />
      <TextareaField optional control={control} name="note" label={t('form.note')} placeholder={t('form.noteHint')} />
      <TimeField control={control} name="expired_time" label={t('form.expiry')} presets={presets} />
      <div>
        <Banner tone="warning" className="mb-2">
          {t('form.quotaNote')}
        </Banner>
        <QuotaField
          control={control}
          name="remain_quota"
          label={t('form.quota')}
          min={leastQuota}
          disabled={unlimited}
          extra={
            <Button
              size="small"
              onClick={() => setValue('unlimited_quota', !unlimited, { shouldDirty: true, shouldValidate: true })}
            >
              {t(unlimited ? 'form.limited' : 'form.unlimited')}
            </Button>
          }
        />
      </div>
      <GroupField control={control} />
      <LinesField
        optional
        control={control}
        name="allow_ips"
        label={t('form.ips')}
        placeholder={t('form.ipsHint')}
        hint={t('form.ipsCidr')}
        accepts={isAddressLine}
      />
      <AccessFields control={control} />
      <FormLimits control={control} name="limits" now={limitsNow} />
    </>
  )
}

/** The models and endpoints that a token may call. */
function AccessFields({ control }: { control: TokenControl }) {
  const { t } = useTranslation('tokens')
  const [models, endpoints] = useWatch({ control, name: ['model_limits_enabled', 'limit_endpoints'] })
  const { data: known = [] } = useQuery(modelsQuery)
  return (
    <>
      <SwitchField control={control} name="model_limits_enabled" label={t('form.limitModels')} />
      {models && (
        <MultiSelectField
          control={control}
          name="model_limits"
          label={t('form.models')}
          placeholder={t('form.modelsHint')}
          hint={t('form.modelsPaste')}
          options={known.map((value) => ({ value }))}
          creatable
        />
      )}
      <SwitchField control={control} name="limit_endpoints" label={t('form.limitEndpoints')} />
      {endpoints && (
        <MultiSelectField
          control={control}
          name="endpoints"
          label={t('form.endpoints')}
          placeholder={t('form.endpointsHint')}
          options={ENDPOINT_KINDS.map((value) => ({ value, label: t(`endpoint.${value}`) }))}
        />
      )}
    </>
  )
}

/**
 * The billing group of a token. A group that the user may no longer select stays visible on tokens that have
 * it.
 */
function GroupField({ control }: { control: TokenControl }) {
  const { t } = useTranslation('tokens')
  const { data: groups } = useQuery(groupsQuery)
  const chosen = useWatch({ control, name: 'group' })
  const names = Object.keys(groups ?? {})
  const options = [
    { value: '', label: t('form.groupOwn') },
    ...names.map((value) => ({ value, label: groupLabel(value, groups?.[value]) })),
    ...(chosen && !names.includes(chosen) ? [{ value: chosen, label: chosen }] : []),
  ]
  // The list always contains the user's own group; it counts as selectable only with a separate label.
  const none = groups !== undefined && names.every((name) => groups[name] === OWN_GROUP_LABEL)
  return (
    <SelectField
      control={control}
      name="group"
      label={t('form.group')}
      hint={
        none ? (
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            {t('form.groupNone')}
            <OpenSetting option="UserUsableGroups" />
          </span>
        ) : (
          t('form.groupHint')
        )
      }
      options={options}
      // An existing group must remain removable.
      disabled={none && !chosen}
    />
  )
}
