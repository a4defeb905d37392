import ChevronDown from 'lucide-react/icons/chevron-down'
import { MEDIA, useMedia } from '#web/lib/media.ts'

/** A short text that is cut to one line on phones until it is pressed. */
export function FoldedText({ text }: { text: string }) {
  if (!useMedia(MEDIA.phone)) return text
  return (
    <details className="group/folded">
      <summary className="flex min-h-control list-none items-center gap-1 -my-1">
        <span className="min-w-0 flex-1 truncate group-open/folded:whitespace-normal">{text}</span>
        <ChevronDown size={16} aria-hidden className="shrink-0 text-muted group-open/folded:rotate-180" />
      </summary>
    </details>
  )
}
