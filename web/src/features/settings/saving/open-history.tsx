import { lazy } from 'react'
import type { OptionKey } from '#contract/options.ts'
import { openOverlay } from '#web/ui/overlay/overlay.tsx'
import type { Settings } from '../drafts/settings-context.ts'

const HistoryDialog = lazy(() => import('./history-dialog.tsx'))

/** Opens an option's change history, with undo for the last change. */
export function openHistory(option: OptionKey, settings: Settings) {
  void openOverlay<void>((close) => <HistoryDialog option={option} settings={settings} onClose={close} />)
}
