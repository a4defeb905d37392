import { lazy } from 'react'
import type { OptionKey } from '#contract/options.ts'
import { openOverlay } from '#web/ui/overlay.tsx'
import type { Settings } from './settings-context.ts'

const HistoryDialog = lazy(() => import('./history-dialog.tsx'))

/** Shows the changes of an option, with the way to undo the last one. */
export function openHistory(option: OptionKey, settings: Settings) {
  void openOverlay<void>((close) => <HistoryDialog option={option} settings={settings} onClose={close} />)
}
