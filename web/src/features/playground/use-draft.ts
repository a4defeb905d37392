import { useState } from 'react'
import { dropDraft, loadDraft, saveDraft } from '#web/ui/form/draft.ts'

const EMPTY = { text: '' }

/** The unsent text, stored until the tab closes. */
export function useDraft(userId: number) {
  const place = { key: `playground:${userId}` }
  const [text, setText] = useState(() => loadDraft(place, EMPTY)?.values.text ?? '')
  const change = (next: string) => {
    setText(next)
    if (next === '') dropDraft(place)
    else saveDraft(place, EMPTY, { text: next })
  }
  return [text, change] as const
}
