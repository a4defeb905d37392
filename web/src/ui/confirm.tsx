import { lazy } from 'react'
import { openOverlay } from './overlay.tsx'

const ConfirmDialog = lazy(() => import('./confirm-dialog.tsx'))

export interface Question {
  /** Names the object: "Delete token build-bot?" */
  title: string
  /** Line breaks are kept. */
  description?: string
  /** The button repeats the verb and the count: "Delete 12 tokens". */
  action: string
  danger?: boolean
  /** For large or final acts: what must be typed first. */
  typeToConfirm?: string
}

/** Asks before something that cannot be undone. Resolves with whether to go on. */
export function confirm(question: Question): Promise<boolean> {
  return openOverlay((close) => <ConfirmDialog {...question} onAnswer={close} />)
}
