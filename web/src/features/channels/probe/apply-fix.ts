import { type ChannelForm, chooseType } from '../form/choose-type.ts'
import type { ProbeFix } from './probe-fix.ts'

/** Writes a fix into the form. A new type sets its own additional field as well. */
export function applyFix(form: ChannelForm, { values: { type, ...values } }: ProbeFix): void {
  if (type !== undefined) chooseType(form, type)
  const options = { shouldDirty: true, shouldValidate: form.formState.isSubmitted }
  for (const [name, value] of Object.entries(values)) {
    form.clearErrors(name as keyof typeof values)
    form.setValue(name as keyof typeof values, value, options)
  }
}
