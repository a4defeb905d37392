import type { EditForm } from '#web/ui/form/use-edit-form.ts'
import type { ChannelFormOutput } from './form-schema.ts'
import { type ChannelFormValues, typeOf } from './form-values.ts'
import { sameNames } from './model-names.ts'

export type ChannelForm = EditForm<ChannelFormValues, ChannelFormOutput>

/**
 * Sets the type of a form. Fills in the type's models unless models were chosen by hand, and `other`, or else
 * the type's default: an API version of the former type is not valid as an account.
 */
export function chooseType(form: ChannelForm, id: string, other?: string): void {
  const { isSubmitted } = form.formState
  const options = { shouldDirty: true, shouldValidate: isSubmitted }
  const models = form.getValues('models')
  const former = form.getValues('type')
  const untouched = models.length === 0 || sameNames(models, typeOf(former).models)
  if (untouched) form.setValue('models', [...typeOf(id).models], options)
  form.setValue('other', other ?? typeOf(id).fields.other?.initial ?? '', options)
  form.setValue('type', id, options)
  // Errors under the former type's rules may no longer apply.
  if (isSubmitted) void form.trigger()
}
