import CircleCheck from 'lucide-react/icons/circle-check'
import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { Input } from '#web/ui/input.tsx'

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

interface Note {
  /** The rule, shown before anything is typed. */
  hint?: ReactNode
  /** The typed text satisfies the rule. */
  kept?: boolean
  /** The error; replaces the hint. */
  error?: string | undefined
}

/** The text below a field: its error, else its rule, ticked once satisfied. */
function FieldNote({ id, hint, kept, error }: Note & { id: string }) {
  if (!error && !hint) return null
  const colour = error ? 'text-danger' : kept ? 'text-success' : 'text-muted'
  const Icon = error ? CircleAlert : CircleCheck
  return (
    <p id={id} className={`mt-1 flex gap-1.5 text-small ${colour}`}>
      {(error || kept) && <Icon size={14} aria-hidden className="mt-0.5 shrink-0" />}
      <span className="min-w-0">{error || hint}</span>
    </p>
  )
}
