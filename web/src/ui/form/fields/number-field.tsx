import { type ReactNode, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { NumberField as NumberControl } from '../../number-field.tsx'
import { Field, type FieldProps, useField } from '../field.tsx'
import { Presets } from './presets.tsx'

interface NumberFieldProps<In extends FieldValues, Out> extends FieldProps<In, Out, number> {
  min?: number
  max?: number
  step?: number
  unit?: string
  disabled?: boolean
  presets?: { label: string; options: readonly { label: string; value: number }[] }
  /** Buttons in the row of the presets. */
  extra?: ReactNode
}

/** A number with steppers. Empty or invalid input is NaN, which every schema refuses. */
export function NumberField<In extends FieldValues, Out>(all: NumberFieldProps<In, Out>) {
  const { min, max, step, unit, disabled, presets, extra } = all
  const { value, field, props, frame } = useField(all)
  const [isEmpty, setIsEmpty] = useState(true)
  return (
    <Field {...frame}>
      <NumberControl
        {...{ ...props, min, max, step, unit, disabled }}
        value={Number.isNaN(value) && isEmpty ? null : value}
        onChange={(next) => {
          setIsEmpty(next === null)
          field.onChange(next ?? Number.NaN)
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
