import type { ComponentProps } from 'react'
import type { FieldValues } from 'react-hook-form'
import { Input } from '../../input.tsx'
import { Field, type FieldProps, useField } from '../field.tsx'

type InputProps = Pick<ComponentProps<typeof Input>, 'placeholder' | 'autoComplete' | 'inputMode' | 'type' | 'suffix'>
type TextFieldProps<In extends FieldValues, Out> = FieldProps<In, Out, string> & InputProps & { autoFocus?: boolean }

/** One line of text. */
export function TextField<In extends FieldValues, Out>(all: TextFieldProps<In, Out>) {
  const { placeholder, autoComplete = 'off', inputMode, type, suffix, autoFocus } = all
  const { value, field, props, frame } = useField(all)
  return (
    <Field {...frame}>
      <Input
        {...{ ...field, ...props, value, placeholder, autoComplete, inputMode, type, suffix }}
        data-autofocus={autoFocus || undefined}
      />
    </Field>
  )
}
