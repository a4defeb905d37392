import { type ChannelForm, chooseType } from '../form/choose-type.ts'
import type { Filled, Guess } from './recognise.ts'

/**
 * Writes recognised values into a form; with a guess, its type as well. Returns the names of the filled
 * fields.
 */
export function fillForm(form: ChannelForm, fields: Filled, type?: Guess['type']): (keyof Filled)[] {
  const options = { shouldDirty: true, shouldValidate: form.formState.isSubmitted }
  if (type) {
    const before = form.getValues('models')
    chooseType(form, String(type.id), fields.other)
    // The models of a self-hosted gateway are not those of the vendor's list.
    if (fields.base_url && !fields.models) form.setValue('models', before, options)
  }
  if (fields.models) form.setValue('models', fields.models, options)
  if (fields.batch) form.setValue('batch', true, options)
  for (const name of ['key', 'base_url', 'openai_organization'] as const) {
    const value = fields[name]
    if (value === undefined) continue
    // Errors about the former value, the server's included, no longer apply.
    form.clearErrors(name)
    form.setValue(name, value, options)
  }
  return (Object.keys(fields) as (keyof Filled)[]).filter((name) => name !== 'batch' && fields[name] !== '')
}
