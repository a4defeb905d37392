import { CopyButton } from '#web/ui/copy/copy.tsx'

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
