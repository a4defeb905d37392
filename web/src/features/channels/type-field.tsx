import { useRef } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { channelType, channelTypes } from '#contract/channel-types.ts'
import { useStored } from '#web/lib/storage.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Field, useField } from '#web/ui/form/field.tsx'
import type { EditForm } from '#web/ui/form/use-edit-form.ts'
import { LongSelect } from '#web/ui/long-select.tsx'
import type { ChannelControl, ChannelFormOutput } from './form-schema.ts'
import { type ChannelFormValues, typeOf } from './form-values.ts'
import { sameNames } from './model-names.ts'

/**
 * The kind of upstream. Choosing another one brings its models along, unless models were already chosen by hand, and
 * what was typed for it before: an API version is no account.
 */
export function TypeField({ form }: { form: EditForm<ChannelFormValues, ChannelFormOutput> }) {
  const { t } = useTranslation('channels')
  const language = useStored('language')
  const { control, formState } = form
  const { value, field, props, frame } = useField<ChannelFormValues, ChannelFormOutput, string>({
    control,
    name: 'type',
    label: t('form.type'),
  })
  const known = channelTypes.map(({ id, name }) => ({ value: String(id), label: name[language] }))
  const unknown = channelType(Number(value)) ? [] : [{ value, label: t('form.typeUnknown', { id: value }) }]
  const others = useRef<Record<string, string>>({})
  const choose = (id: string) => {
    // An emptied search is no choice.
    if (id === '' || id === value) return
    // Not with a controller: the form focuses its first problem in the order in which fields come up.
    const models = form.getValues('models')
    const untouched = models.length === 0 || sameNames(models, typeOf(value).models)
    const options = { shouldDirty: true, shouldValidate: formState.isSubmitted }
    if (untouched) form.setValue('models', [...typeOf(id).models], options)
    others.current[value] = form.getValues('other')
    form.setValue('other', others.current[id] ?? typeOf(id).fields.other?.initial ?? '', options)
    field.onChange(id)
    // What was wrong by the rules of the former type may be right now.
    if (formState.isSubmitted) void form.trigger()
  }
  return (
    <Field {...frame}>
      <LongSelect {...props} value={value} options={[...unknown, ...known]} onChange={choose} onBlur={field.onBlur} />
    </Field>
  )
}

/** What one should know before using the chosen type. */
export function TypeNotice({ control }: { control: ChannelControl }) {
  const language = useStored('language')
  const { notice } = typeOf(useWatch({ control, name: 'type' }))
  return notice ? <Banner tone="warning">{notice[language]}</Banner> : null
}
