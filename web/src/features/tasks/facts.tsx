import type { ReactNode } from 'react'
import { CopyButton } from '#web/ui/copy.tsx'

export interface Fact {
  name: string
  /** What is not known is left out. */
  value: ReactNode
}

/** What is known of a task, as name and value. */
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
  /** Name of the button that copies it. */
  copyLabel: string
}

/** A text of any length under its title; nothing when it is empty. It is a user's or a service's: of any language. */
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

/** A region that may scroll must be reachable by keyboard. */
const scrollable = (text: string) => (text.length > LONG || text.split('\n').length > 10 ? { tabIndex: 0 } : {})
