import type { FieldValues } from 'react-hook-form'
import { Select } from '../../choice/select.tsx'
import { Field, type FieldProps, useField } from '../field.tsx'

interface SelectFieldProps<In extends FieldValues, Out> extends FieldProps<In, Out, string> {
  options: readonly { value: string; label: string; disabled?: boolean }[]
  disabled?: boolean
}

/** A select for few options. For many, use a combobox. */
export function SelectField<In extends FieldValues, Out>(all: SelectFieldProps<In, Out>) {
  const { value, field, props, frame } = useField(all)
  return (
    <Field {...frame}>
      <Select
        {...{ ...field, ...props, value, options: all.options, disabled: all.disabled }}
        onChange={field.onChange}
      />
    </Field>
  )
}
