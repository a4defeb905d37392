import CircleCheck from 'lucide-react/icons/circle-check'
import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import type { ReactNode } from 'react'

export interface Note {
  /** The rule, shown before anything is typed. */
  hint?: ReactNode
  /** The typed text satisfies the rule. */
  kept?: boolean
  /** The error; replaces the hint. */
  error?: string | undefined
}

/** The text below a field: its error, else its rule, ticked once satisfied. */
export function FieldNote({ id, hint, kept, error }: Note & { id: string }) {
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
