import { useRef } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { zoneName } from '#web/lib/format.ts'
import { fromLocalInput, toLocalInput } from '../../../lib/local-time.ts'
import { Input } from '../../input.tsx'
import { Field, type FieldProps, useField } from '../field.tsx'
import { Presets } from './presets.tsx'

interface TimeFieldProps<In extends FieldValues, Out> extends FieldProps<In, Out, number> {
  /** Preset times, computed from now; −1 = never. */
  presets?: readonly { label: string; value: (now: number) => number }[]
}

/** A time in Unix seconds, typed or picked in the browser's zone; −1 is "never" and leaves the input empty. */
export function TimeField<In extends FieldValues, Out>(all: TimeFieldProps<In, Out>) {
  const { t } = useTranslation('form')
  const { value, field, props, frame } = useField(all)
  const options = all.presets?.map(({ label, value: at }) => ({ label, value: at }))
  const input = useRef<HTMLInputElement>(null)
  // Browsers fire no change event for a partly typed time: the input's value stays empty.
  const readPart = () => {
    if (input.current?.validity.badInput) field.onChange(Number.NaN)
  }
  const never = options?.find((option) => option.value(0) === -1)?.value
  return (
    <Field {...frame} hint={frame.hint ?? t('time.zone', { zone: zoneName() })}>
      <div className="flex flex-wrap items-center gap-2">
        <Input
          {...props}
          ref={input}
          type="datetime-local"
          step={1}
          className="w-56!"
          value={toLocalInput(value)}
          onChange={(event) => field.onChange(fromLocalInput(event.target.value))}
          onKeyUp={readPart}
          onBlur={() => {
            readPart()
            field.onBlur()
          }}
        />
        {options && (
          <Presets
            label={t('time.presets')}
            options={options}
            chosen={value === -1 ? never : undefined}
            onChoose={(at) => {
              if (input.current?.validity.badInput) input.current.value = ''
              field.onChange(at(Math.floor(Date.now() / 1000)))
            }}
          />
        )}
      </div>
    </Field>
  )
}
