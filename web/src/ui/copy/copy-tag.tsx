import type { ComponentProps } from 'react'
import { Tag } from '../tag.tsx'
import { tip } from '../tooltip.tsx'
import { copyText } from './copy.tsx'

interface CopyTagProps extends Pick<ComponentProps<typeof Tag>, 'colour'> {
  text: string
  /** Verb and object, for screen readers and the tooltip. */
  label: string
  /** Further actions, for the tooltip. */
  hint?: string
}

/** A name as a tag; pressing it copies the name. */
export function CopyTag({ text, colour, label, hint }: CopyTagProps) {
  return (
    <button
      type="button"
      aria-label={label}
      {...tip(hint ? `${label} · ${hint}` : label)}
      className="flex min-h-6 max-w-full items-center"
      onClick={() => void copyText(text, text)}
    >
      <Tag colour={colour}>
        <span className="truncate hover:underline">{text}</span>
      </Tag>
    </button>
  )
}
