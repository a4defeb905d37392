import type { ReactNode } from 'react'
import { CopyButton } from '#web/ui/copy/copy.tsx'

export interface Fact {
  name: string
  /** Empty values are omitted. */
  value: ReactNode
}

/** The properties of a task as name and value. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-2 sm:grid-cols-3">
      {facts.map(
        ({ name, value }) =>
          value !== null &&
          value !== undefined &&
          value !== '' &&
          value !== false && (
            <div key={name} className="min-w-0">
              <dt className="text-small text-muted">{name}</dt>
              <dd className="break-words">{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

interface LongTextProps {
  title: string
  text: string
  /** Label of the copy button. */
  copyLabel: string
}

/**
 * A text of any length with a title; renders nothing when empty. Written by a user or a service, in any
 * language.
 */
export function LongText({ title, text, copyLabel }: LongTextProps) {
  if (!text) return null
  return (
    <section>
      <h2 className="flex items-center gap-1 text-small text-muted">
        {title}
        <CopyButton label={copyLabel} text={text} shown={title} />
      </h2>
      <p lang="" className="max-h-60 overflow-y-auto break-words whitespace-pre-wrap" {...scrollable(text)}>
        {text}
      </p>
    </section>
  )
}

const LONG = 600

/** A scrollable region must be reachable by keyboard. */
const scrollable = (text: string) => (text.length > LONG || text.split('\n').length > 10 ? { tabIndex: 0 } : {})
