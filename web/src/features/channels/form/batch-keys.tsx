import { useId, useRef } from 'react'
import { useController, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Select } from '#web/ui/choice/select.tsx'
import { Field, useField } from '#web/ui/form/field.tsx'
import { CodeArea } from '#web/ui/form/fields/code-area.tsx'
import { LineErrors } from '#web/ui/form/fields/line-errors.tsx'
import type { ChannelControl, ChannelFormOutput } from './form-schema.ts'
import { type ChannelFormValues, typeOf } from './form-values.ts'
import { KeyModeField } from './key-mode-field.tsx'
import { keysOfBatch } from './key-parts.ts'

/** Input for many keys, one per line, and what they become: a channel each, or one channel that uses all of them. */
export default function BatchKeys({ control }: { control: ChannelControl }) {
  const { t } = useTranslation('channels')
  const area = useRef<HTMLTextAreaElement>(null)
  const { value, field, props, frame } = useField<ChannelFormValues, ChannelFormOutput, string>({
    control,
    name: 'key',
    label: t('form.keys'),
  })
  const pool = useWatch({ control, name: 'pool' })
  const { keys, repeated, malformed } = keysOfBatch(typeOf(useWatch({ control, name: 'type' })).key, value)
  const hint = (
    <span aria-live="polite">
      {t(pool ? 'form.keysPooled' : 'form.keysCount', { count: keys.length })}
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
    <>
      <Field {...frame} hint={hint}>
        <CodeArea {...{ ...field, ...props, area, value, rows: 5, placeholder: t('form.keysHint') }} />
      </Field>
      <WhatKeysBecome control={control} />
    </>
  )
}

/** Asks whether each key makes a channel, or one channel uses all of them, and how it chooses. */
function WhatKeysBecome({ control }: { control: ChannelControl }) {
  const { t } = useTranslation('channels')
  const { field } = useController({ control, name: 'pool' })
  const id = useId()
  return (
    <>
      <Field id={id} label={t('form.keysBecome')}>
        <Select
          id={id}
          value={field.value ? 'pool' : 'each'}
          options={(['each', 'pool'] as const).map((value) => ({ value, label: t(`form.keysBecomeWhat.${value}`) }))}
          onChange={(value) => field.onChange(value === 'pool')}
        />
      </Field>
      {field.value && <KeyModeField control={control} />}
    </>
  )
}
