import { randomInt } from 'node:crypto'
import type { Gateway } from './gateway.ts'

const DAY = 86_400
/** Without signs that look alike: people copy references by hand. */
const SIGNS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const REFERENCE_SIGNS = 8

/** Bank transfers: the payer writes a reference on the transfer, and an administrator confirms its arrival. */
export const transfer: Gateway = {
  open: ({ TransferAccount, TransferCurrency, TransferPrice, TransferDays }) => ({
    currency: TransferCurrency,
    price: TransferPrice,
    account: TransferAccount,
    expiresAfter: TransferDays * DAY,
    createPayment: ({ tradeNo, siteBase }) => ({
      kind: 'link',
      url: `${siteBase}/topup?${new URLSearchParams({ order: tradeNo })}`,
      session: createReference(),
    }),
    verifyCallback: () => undefined,
  }),
}

const createReference = () => Array.from({ length: REFERENCE_SIGNS }, () => SIGNS[randomInt(SIGNS.length)]).join('')
