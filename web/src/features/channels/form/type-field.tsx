import { useRef } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { channelType, channelTypes } from '#contract/channel-types/all.ts'
import { VendorMark } from '#web/features/vendors/vendor-mark.tsx'
import { useStored } from '#web/lib/storage.ts'
import { Banner } from '#web/ui/banner.tsx'
import { LongSelect } from '#web/ui/choice/long-select.tsx'
import { Field, useField } from '#web/ui/form/field.tsx'
import { type ChannelForm, chooseType } from './choose-type.ts'
import type { ChannelControl, ChannelFormOutput } from './form-schema.ts'
import { type ChannelFormValues, typeOf } from './form-values.ts'

/**
 * Chooses the type of upstream, searchable by names, hosts and models. Returning to a type restores what was
 * typed for it.
 */
export function TypeField({ form }: { form: ChannelForm }) {
  const { t } = useTranslation('channels')
  const language = useStored('language')
  const { control } = form
  const { value, field, props, frame } = useField<ChannelFormValues, ChannelFormOutput, string>({
    control,
    name: 'type',
    label: t('form.type'),
  })
  const known = channelTypes.map(({ id, name, vendor, hue, baseUrl, models }) => ({
    value: String(id),
    icon: <VendorMark vendor={vendor} name={name.en} hue={hue} />,
    label: name[language],
    keywords: [name.zh, name.en, baseUrl, ...models].join(' '),
  }))
  const unknown = channelType(Number(value)) ? [] : [{ value, label: t('form.typeUnknown', { id: value }) }]
  const others = useRef<Record<string, string>>({})
  const choose = (id: string) => {
    // An emptied search field is not a choice.
    if (id === '' || id === value) return
    others.current[value] = form.getValues('other')
    chooseType(form, id, others.current[id])
  }
  return (
    <Field {...frame}>
      <LongSelect {...props} value={value} options={[...unknown, ...known]} onChange={choose} onBlur={field.onBlur} />
    </Field>
  )
}

/** Shows the notice of the chosen type. */
export function TypeNotice({ control }: { control: ChannelControl }) {
  const language = useStored('language')
  const { notice } = typeOf(useWatch({ control, name: 'type' }))
  return notice ? <Banner tone="warning">{notice[language]}</Banner> : null
}
