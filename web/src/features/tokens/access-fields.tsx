import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { ENDPOINT_KINDS } from '#contract/endpoint-kinds.ts'
import { MultiSelectField } from '#web/ui/form/fields/multi-select-field.tsx'
import { SwitchField } from '#web/ui/form/fields/switch-field.tsx'
import type { TokenControl } from './token-fields.tsx'
import { modelsQuery } from './token-list.ts'

/** The models and endpoints that a token may call. */
export function AccessFields({ control }: { control: TokenControl }) {
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
