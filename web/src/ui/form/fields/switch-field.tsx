import type { FieldValues } from 'react-hook-form'
import { Switch } from '../../choice/switch.tsx'
import { type FieldProps, useField } from '../field.tsx'

/** A switch with its label beside it. */
export function SwitchField<In extends FieldValues, Out>(given: FieldProps<In, Out, boolean>) {
  const { value, field, props, frame } = useField(given)
  return (
    <div>
      <Switch
        {...props}
        ref={field.ref}
        name={field.name}
        label={frame.label}
        checked={value}
        onChange={field.onChange}
        onBlur={field.onBlur}
      />
      {frame.error && (
        <p id={`${frame.id}-error`} className="mt-1 text-small text-danger">
          {frame.error}
        </p>
      )}
      {frame.hint && (
        <p id={`${frame.id}-hint`} className="mt-1 text-small text-muted">
          {frame.hint}
        </p>
      )}
    </div>
  )
}
