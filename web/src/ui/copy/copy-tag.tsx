import type { ReactNode } from 'react'
import { tip } from '../tooltip.tsx'
import { copyText } from './copy.tsx'

interface CopyTagProps {
  /** Stands before the name. */
  mark?: ReactNode
  text: string
  /** Verb and object, for screen readers and the tooltip. */
  label: string
  /** Further actions, for the tooltip. */
  hint?: string
}

/** A name; pressing it copies it. */
export function CopyTag({ text, mark, label, hint }: CopyTagProps) {
  return (
    <button
      type="button"
      aria-label={label}
      {...tip(hint ? `${label} · ${hint}` : label)}
      className="flex min-h-6 max-w-full items-center gap-1.5 text-small"
      onClick={() => void copyText(text, text)}
    >
      {mark}
      <span className="truncate hover:underline">{text}</span>
    </button>
  )
}
