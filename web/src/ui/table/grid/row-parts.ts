import type { KeyboardEvent, MouseEvent } from 'react'

/** Opens on Enter only when the row itself has the focus, not a control inside it. */
export function openOnEnter(event: KeyboardEvent, open: () => void) {
  if (event.key !== 'Enter' || event.target !== event.currentTarget) return
  event.preventDefault()
  open()
}

/** A click opens the row unless it hits a control, ends a text selection, or comes from a popup's portal. */
export function openOnClick(event: MouseEvent, open: () => void) {
  const target = event.target as Element
  if (!event.currentTarget.contains(target)) return
  if (target.closest('a, button, input, label, select, textarea, [role=menuitem]')) return
  if (getSelection()?.isCollapsed !== false) open()
}

/** The text colour of a greyed row: stronger on the background of selected rows and under the pointer, for contrast. */
export const mutedText = (isPainted: boolean) => (isPainted ? 'text-muted' : 'text-faint hover:text-muted')
