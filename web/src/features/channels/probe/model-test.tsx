import { lazy } from 'react'
import type { Channel } from '#contract/api/channels.ts'
import { openOverlay } from '#web/ui/overlay/overlay.tsx'

const ModelTestDialog = lazy(() => import('./model-test-dialog.tsx'))

/** Opens the dialog that tests some or all models of a channel. */
export const chooseModelToTest = (channel: Channel) =>
  openOverlay<void>((close) => <ModelTestDialog channel={channel} onClose={close} />)
