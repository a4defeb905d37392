import { type ComponentProps, useId } from 'react'
import { Input } from '#web/ui/input.tsx'
import { FieldNote, type Note } from './field-note.tsx'

export interface TextFieldProps extends ComponentProps<typeof Input>, Note {
  label: string
}

/** A labelled text field with its error. */
export function TextField({ label, hint, kept, error, 'aria-describedby': describedBy, ...rest }: TextFieldProps) {
  const id = useId()
  const described = [(hint || error) && `${id}-note`, describedBy].filter(Boolean).join(' ')
  return (
    <div>
      <label htmlFor={id} className="mb-1 block">
        {label}
      </label>
      <Input aria-invalid={Boolean(error) || undefined} {...rest} id={id} aria-describedby={described || undefined} />
      <FieldNote id={`${id}-note`} {...{ hint, kept, error }} />
    </div>
  )
}
