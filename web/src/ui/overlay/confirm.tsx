import { lazy } from 'react'
import { openOverlay } from './overlay.tsx'

const ConfirmDialog = lazy(() => import('./confirm-dialog.tsx'))

export interface Question {
  /** Names the object: "Delete token build-bot?" */
  title: string
  /** Line breaks are kept. */
  description?: string
  /** Button text with the verb and the count: "Delete 12 tokens". */
  action: string
  danger?: boolean
  /** For large or irreversible actions: text that must be typed first. */
  typeToConfirm?: string
}

const asked = new Set<string>()

/**
 * Asks before an irreversible action. Resolves with the decision; a second call with the same question while it is
 * open resolves with false.
 */
export async function confirm(question: Question): Promise<boolean> {
  const key = JSON.stringify(question)
  if (asked.has(key)) return false
  asked.add(key)
  const answer = await openOverlay<boolean>((close) => <ConfirmDialog {...question} onAnswer={close} />)
  asked.delete(key)
  return answer === true
}
