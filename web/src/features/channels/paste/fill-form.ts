import { type ChannelForm, chooseType } from '../choose-type.ts'
import type { Filled, Guess } from './recognise.ts'

/** Writes what was recognised into a form; with a guess, its type as well. Answers the names of what was filled in. */
export function fillForm(form: ChannelForm, fields: Filled, type?: Guess['type']): (keyof Filled)[] {
  const options = { shouldDirty: true, shouldValidate: form.formState.isSubmitted }
  if (type) {
    const before = form.getValues('models')
    chooseType(form, String(type.id), fields.other)
    // Which models somebody's gateway has is for it to tell, not for the vendor's list.
    if (fields.base_url && !fields.models) form.setValue('models', before, options)
  }
  if (fields.models) form.setValue('models', fields.models, options)
  if (fields.batch) form.setValue('batch', true, options)
  for (const name of ['key', 'base_url', 'openai_organization'] as const) {
    const value = fields[name]
    if (value === undefined) continue
    // What was said of the former value, the server's words too, is not said of this one.
    form.clearErrors(name)
    form.setValue(name, value, options)
  }
  return (Object.keys(fields) as (keyof Filled)[]).filter((name) => name !== 'batch' && fields[name] !== '')
}
