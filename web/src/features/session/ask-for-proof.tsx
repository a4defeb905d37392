import { lazy } from 'react'
import { loadNamespaces } from '#web/lib/i18n.ts'
import { openOverlay } from '#web/ui/overlay/overlay.tsx'

const ProofDialog = lazy(async () => {
  const [dialog] = await Promise.all([import('./proof-dialog.tsx'), loadNamespaces('password')])
  return dialog
})

let asking: Promise<boolean> | undefined

/**
 * Asks the user to prove who they are; resolves with whether they did. Calls that are refused at the same time share
 * one dialog.
 */
export function askForProof(): Promise<boolean> {
  asking ??= openOverlay<boolean>((close) => <ProofDialog onClose={close} />).then((proven) => {
    asking = undefined
    return proven === true
  })
  return asking
}
