import { type ChannelFormValues, typeOf } from './form-values.ts'
import { WAY_SETTINGS } from './settings-text.ts'

/** Counts the advanced fields that differ from a new channel's defaults. */
export function countAdvanced(values: ChannelFormValues): number {
  const { model_mapping, status_code_mapping, openai_organization, test_model } = values
  const organization = typeOf(values.type).fields.openai_organization ? openai_organization : ''
  const texts = [model_mapping, status_code_mapping, organization, test_model].filter((text) => text.trim() !== '')
  const times = [values.first_byte_timeout, values.idle_timeout, values.total_timeout].filter((seconds) => seconds > 0)
  const switches = [
    values.abort_policy === 'drain',
    values.service_tiers !== 'omit',
    !values.fit_parameters,
    !values.prompt_caching,
    values.hedge,
    values.wait_seconds > 0,
    values.limits !== null,
    ...WAY_SETTINGS.map((name) => values[name].trim() !== ''),
  ].filter(Boolean)
  return texts.length + times.length + switches.length
}
