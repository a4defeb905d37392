import { type ReactNode, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { NumberField as NumberControl } from '../../number-field.tsx'
import { Field, type FieldProps, useField } from '../field.tsx'
import { Presets } from './presets.tsx'

interface NumberFieldProps<In extends FieldValues, Out> extends FieldProps<In, Out, number> {
  min?: number
  max?: number
  step?: number
  /** How many of the form's units are one of those that are shown: bounds and steps are the shown ones. */
  scale?: number
  decimals?: boolean
  unit?: string
  disabled?: boolean
  presets?: { label: string; options: readonly { label: string; value: number }[] }
  /** Buttons in the row of the presets. */
  extra?: ReactNode
}

/** A number with steppers. Empty or invalid input is NaN, which every schema refuses. */
export function NumberField<In extends FieldValues, Out>(all: NumberFieldProps<In, Out>) {
  const { min, max, step, scale = 1, decimals, unit, disabled, presets, extra } = all
  const { value, field, props, frame } = useField(all)
  const [isEmpty, setIsEmpty] = useState(true)
  // What was typed may not come back from its rounded value, and must not be replaced while it is typed.
  const [typed, setTyped] = useState({ shown: Number.NaN, value: Number.NaN, scale })
  const isTyped = typed.scale === scale && Object.is(typed.value, value)
  const shown = isTyped ? typed.shown : value / scale
  return (
    <Field {...frame}>
      <NumberControl
        {...{ ...props, min, max, step, decimals, unit, disabled }}
        value={Number.isNaN(value) && isEmpty ? null : shown}
        onChange={(next) => {
          setIsEmpty(next === null)
          const entered = next ?? Number.NaN
          const rounded = scale === 1 ? entered : Math.round(entered * scale)
          setTyped({ shown: entered, value: rounded, scale })
          field.onChange(rounded)
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
