import { useState } from 'react'
import { dropDraft, loadDraft, saveDraft } from '#web/ui/form/draft.ts'

/** What is being written, kept until the tab closes. */
export function useDraft(userId: number) {
  const place = { key: `playground:${userId}` }
  const [text, setText] = useState(() => loadDraft(place, { text: '' })?.text ?? '')
  const change = (next: string) => {
    setText(next)
    if (next === '') dropDraft(place)
    else saveDraft(place, { text: next })
  }
  return [text, change] as const
}
