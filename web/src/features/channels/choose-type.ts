import type { EditForm } from '#web/ui/form/use-edit-form.ts'
import type { ChannelFormOutput } from './form-schema.ts'
import { type ChannelFormValues, typeOf } from './form-values.ts'
import { sameNames } from './model-names.ts'

export type ChannelForm = EditForm<ChannelFormValues, ChannelFormOutput>

/**
 * Gives a form another type. It brings its models along, unless models were already chosen by hand, and `other`, else
 * what a new channel of it begins with: an API version is no account.
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
  // What was wrong by the rules of the former type may be right now.
  if (isSubmitted) void form.trigger()
}
