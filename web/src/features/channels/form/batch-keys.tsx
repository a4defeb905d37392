import { useRef } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Field, useField } from '#web/ui/form/field.tsx'
import { CodeArea } from '#web/ui/form/fields/code-area.tsx'
import { LineErrors } from '#web/ui/form/fields/line-errors.tsx'
import type { ChannelControl, ChannelFormOutput } from './form-schema.ts'
import { type ChannelFormValues, typeOf } from './form-values.ts'
import { keysOfBatch } from './key-parts.ts'

/** Input for many keys, one per line; each creates a channel. */
export default function BatchKeys({ control }: { control: ChannelControl }) {
  const { t } = useTranslation('channels')
  const area = useRef<HTMLTextAreaElement>(null)
  const { value, field, props, frame } = useField<ChannelFormValues, ChannelFormOutput, string>({
    control,
    name: 'key',
    label: t('form.keys'),
  })
  const { keys, repeated, malformed } = keysOfBatch(typeOf(useWatch({ control, name: 'type' })).key, value)
  const hint = (
    <span aria-live="polite">
      {t('form.keysCount', { count: keys.length })}
      {malformed.length > 0 && (
        <span className="block text-warning">
          <LineErrors area={area} lines={malformed} text={t('form.keysMalformed', { count: malformed.length })} />
        </span>
      )}
      {repeated.length > 0 && (
        <span className="block text-warning">
          <LineErrors area={area} lines={repeated} text={t('form.keysRepeated', { count: repeated.length })} />
        </span>
      )}
    </span>
  )
  return (
    <Field {...frame} hint={hint}>
      <CodeArea {...{ ...field, ...props, area, value, rows: 5, placeholder: t('form.keysHint') }} />
    </Field>
  )
}
