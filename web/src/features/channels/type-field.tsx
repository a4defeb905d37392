import { useController, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { channelType, channelTypes } from '#contract/channel-types.ts'
import { useStored } from '#web/lib/storage.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Field, useField } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/select.tsx'
import type { ChannelControl, ChannelFormOutput } from './form-schema.ts'
import { type ChannelFormValues, typeOf } from './form-values.ts'
import { sameNames } from './model-names.ts'

/** The kind of upstream. Choosing another one brings its models along, unless models were already chosen by hand. */
export function TypeField({ control }: { control: ChannelControl }) {
  const { t } = useTranslation('channels')
  const language = useStored('language')
  const { field: models } = useController({ control, name: 'models' })
  const { value, field, props, frame } = useField<ChannelFormValues, ChannelFormOutput, string>({
    control,
    name: 'type',
    label: t('form.type'),
  })
  const known = channelTypes.map(({ id, name }) => ({ value: String(id), label: name[language] }))
  const unknown = channelType(Number(value)) ? [] : [{ value, label: t('form.typeUnknown', { id: value }) }]
  const choose = (id: string) => {
    const untouched = models.value.length === 0 || sameNames(models.value, typeOf(value).models)
    if (untouched) models.onChange([...typeOf(id).models])
    field.onChange(id)
  }
  return (
    <Field {...frame}>
      <Select {...{ ...field, ...props, value, options: [...unknown, ...known] }} onChange={choose} />
    </Field>
  )
}

/** What one should know before using the chosen type. */
export function TypeNotice({ control }: { control: ChannelControl }) {
  const language = useStored('language')
  const { notice } = typeOf(useWatch({ control, name: 'type' }))
  return notice ? <Banner tone="warning">{notice[language]}</Banner> : null
}
