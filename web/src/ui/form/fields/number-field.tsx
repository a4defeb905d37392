import { type ReactNode, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { TypedAmounts } from '#web/ui/typed-amounts.ts'
import { NumberField as NumberControl } from '../../number-field.tsx'
import { Field, type FieldProps, useField } from '../field.tsx'
import { Presets } from './presets.tsx'

interface NumberFieldProps<In extends FieldValues, Out> extends FieldProps<In, Out, number> {
  min?: number
  max?: number
  step?: number
  /** How the form's value is shown and typed; bounds and steps are the shown ones. */
  amounts?: TypedAmounts
  decimals?: boolean
  unit?: string
  disabled?: boolean
  presets?: { label: string; options: readonly { label: string; value: number }[] }
  /** Buttons in the row of the presets. */
  extra?: ReactNode
}

/** A number with steppers. Empty or invalid input is NaN, which every schema refuses. */
export function NumberField<In extends FieldValues, Out>(all: NumberFieldProps<In, Out>) {
  const { min, max, step, amounts, decimals, unit, disabled, presets, extra } = all
  const { value, field, props, frame } = useField(all)
  const [isEmpty, setIsEmpty] = useState(true)
  // What was typed may not come back from its rounded value, and must not be replaced while it is typed.
  const [typed, setTyped] = useState({ shown: Number.NaN, value: Number.NaN, as: amounts?.name })
  const isTyped = typed.as === amounts?.name && Object.is(typed.value, value)
  const shown = isTyped ? typed.shown : amounts ? amounts.show(value) : value
  return (
    <Field {...frame}>
      <NumberControl
        {...{ ...props, min, max, step, decimals, unit, disabled }}
        value={Number.isNaN(value) && isEmpty ? null : shown}
        onChange={(next) => {
          setIsEmpty(next === null)
          const entered = next ?? Number.NaN
          const read = amounts ? amounts.read(entered) : entered
          setTyped({ shown: entered, value: read, as: amounts?.name })
          field.onChange(read)
        }}
        onBlur={field.onBlur}
      />
      {(presets || extra) && (
        <div className="mt-1.5 flex flex-wrap gap-x-3 gap-y-1">
          {presets && !disabled && <Presets {...presets} chosen={value} onChoose={field.onChange} />}
          {extra}
        </div>
      )}
    </Field>
  )
}
