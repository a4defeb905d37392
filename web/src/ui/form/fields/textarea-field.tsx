import type { FieldValues } from 'react-hook-form'
import { Textarea } from '../../textarea.tsx'
import { Field, type FieldProps, useField } from '../field.tsx'

interface TextareaFieldProps<In extends FieldValues, Out> extends FieldProps<In, Out, string> {
  placeholder?: string
  /** Monospaced, without spell checking. */
  code?: boolean
}

/** Several lines of text. */
export function TextareaField<In extends FieldValues, Out>(all: TextareaFieldProps<In, Out>) {
  const { placeholder, code } = all
  const { value, field, props, frame } = useField(all)
  return (
    <Field {...frame}>
      <Textarea {...{ ...field, ...props, value, placeholder, code }} />
    </Field>
  )
}
