import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useStored } from '#web/lib/storage.ts'
import { Field, useField } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { tidyBaseUrl } from './base-url.ts'
import type { ChannelControl, ChannelFormOutput } from './form-schema.ts'
import { type ChannelFormValues, typeOf } from './form-values.ts'

/**
 * Field for the upstream's address, validated by the type's rule. Below it stands what will be removed from
 * its end on blur.
 */
export function BaseUrlField({ control }: { control: ChannelControl }) {
  const { t } = useTranslation('channels')
  const language = useStored('language')
  const [removed, setRemoved] = useState('')
  const { baseUrl, fields } = typeOf(useWatch({ control, name: 'type' }))
  const rule = fields.base_url
  const words = fields.base_url_words
  const { value, field, props, frame } = useField<ChannelFormValues, ChannelFormOutput, string>({
    control,
    name: 'base_url',
    label: words?.label[language] ?? t(`form.baseUrl.${rule}`),
    hint: removed
      ? t('form.baseUrlTidied', { part: removed })
      : (words?.hint[language] ?? t(`form.baseUrlHint.${rule}`)),
  })
  const example = t(rule === 'full-url' ? 'form.baseUrlFullExample' : 'form.baseUrlExample')

  function tidy() {
    const tidied = tidyBaseUrl(rule, value)
    setRemoved(value.trim().slice(tidied.length))
    if (tidied !== value) field.onChange(tidied)
    field.onBlur()
  }
  return (
    <Field {...frame} hint={<span aria-live="polite">{frame.hint}</span>}>
      <Input
        {...{ ...field, ...props, value }}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        placeholder={words?.placeholder[language] ?? (baseUrl || example)}
        onBlur={tidy}
      />
    </Field>
  )
}
