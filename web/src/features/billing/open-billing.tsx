import { lazy } from 'react'
import type { PaymentReceipt } from '#contract/api/payment-receipts.ts'
import { loadNamespaces } from '#web/lib/i18n.ts'
import { openOverlay } from '#web/ui/overlay/overlay.tsx'

const BillingDialog = lazy(async () => {
  const [dialog] = await Promise.all([import('./billing-dialog.tsx'), loadNamespaces('receipts', 'form')])
  return dialog
})

/** Asks for the own billing details; with a receipt that names nobody, it is made out to them as well. */
export const openBilling = (receipt?: PaymentReceipt) =>
  openOverlay<void>((close) => <BillingDialog receipt={receipt} onClose={close} />)
