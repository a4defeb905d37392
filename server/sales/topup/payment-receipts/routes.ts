import * as api from '#contract/api/payment-receipts.ts'
import type { BillingDetails } from '#contract/payment-receipts.ts'
import type { UserFacts } from '../../../calls/registry/callers.ts'
import type { Routes } from '../../../people/sessions/bind.ts'
import { requireReader } from '../../../people/users/require-reader.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import type { Platform } from '../../../platform/platform.ts'
import { findOrder } from '../queries.ts'
import { findBilling, nameBuyer, storeBilling } from './billing.ts'
import { contentOf } from './issue.ts'
import { findReceiptById, listReceiptsOf } from './queries.ts'
import type { PaymentReceiptRow } from './tables.ts'

/** Receipts of payments, and the billing details that they are made out to. */
export function receiptRoutes(routes: Routes): void {
  routes.guarded(api.listReceipts, async ({ services, actor, params }) => {
    await requireOwner(services, actor, await findOrder(services.store.db, params.id))
    return (await listReceiptsOf(services.store.db, params.id)).map(presentReceipt)
  })
  routes.guarded(api.receiptFile, async ({ services, context, actor, params }) => {
    const receipt = presentReceipt(
      await requireOwner(services, actor, await findReceiptById(services.store.db, params.id)),
    )
    // Loaded when it is needed: the library takes as long to load as a small server to start.
    const { receiptPdf } = await import('./receipt-pdf.ts')
    return new Response(await receiptPdf(receipt, context.var.language), {
      headers: {
        'Content-Type': 'application/pdf',
        'Content-Disposition': `attachment; filename="${receipt.number.replace(/[^\w.-]/g, '_')}.pdf"`,
        'X-Content-Type-Options': 'nosniff',
      },
    })
  })
  routes.guarded(api.nameReceiptBuyer, ({ services, actor, params, body }) =>
    nameBuyer(services.store.db, actor.id, params.id, body),
  )
  routes.guarded(api.getBilling, ({ services, actor }) => findBilling(services.store.db, actor.id))
  routes.guarded(api.setBilling, ({ services, actor, body }) => storeBilling(services.store.db, actor.id, body))
}

/** Returns what the caller may read. Throws record_not_found. */
async function requireOwner<Row extends { user_id: number }>(
  services: Platform,
  actor: UserFacts,
  row: Row | undefined,
): Promise<Row> {
  if (!row) throw new ApiError('record_not_found')
  await requireReader(services, actor, row.user_id, 'record_not_found')
  return row
}

/** The fields of a receipt that leave the server. */
function presentReceipt(row: PaymentReceiptRow): api.PaymentReceipt {
  const buyer = row.buyer ? (JSON.parse(row.buyer) as BillingDetails) : null
  return { id: row.id, kind: row.kind, number: row.number, buyer, ...contentOf(row) }
}
