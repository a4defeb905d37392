import type { OptionValues } from '#contract/options.ts'
import type { Words } from '#contract/words.ts'
import { quotaText } from '../../../money/receipts/quota-text.ts'
import type { TopUpRow } from '../tables.ts'
import type { ReportedClaim } from './reported-claim.ts'

/** What changed with a claim, in quota units. */
interface Change {
  /** Of the wallet. */
  quota: number
  frozen: number
  reason?: string | undefined
}

/** Says in a user's log what a refund or a dispute did to the balance. */
export function claimWords(
  { trade_no: no }: TopUpRow,
  { kind, state }: ReportedClaim,
  { quota, frozen, reason }: Change,
  values: Readonly<OptionValues>,
): Words {
  const units = quotaText(Math.abs(quota || frozen), values)
  const because = { zh: reason ? `，原因：${reason}` : '', en: reason ? `, reason: ${reason}` : '' }
  if (kind === 'refund' && quota <= 0) {
    return {
      zh: `订单 ${no} 已退款，收回额度 ${units.zh}${because.zh}`,
      en: `Order ${no} refunded, ${units.en} deducted${because.en}`,
    }
  }
  if (kind === 'refund') {
    return {
      zh: `订单 ${no} 退款失败，退还额度 ${units.zh}`,
      en: `The refund of order ${no} failed, ${units.en} returned`,
    }
  }
  if (state === 'open') {
    return {
      zh: `订单 ${no} 的付款被争议，冻结额度 ${units.zh}`,
      en: `The payment of order ${no} is disputed, ${units.en} frozen`,
    }
  }
  if (state === 'lost') {
    return {
      zh: `订单 ${no} 的争议败诉，没收额度 ${units.zh}`,
      en: `The dispute of order ${no} was lost, ${units.en} forfeited`,
    }
  }
  return {
    zh: `订单 ${no} 的争议已结束，解冻额度 ${units.zh}`,
    en: `The dispute of order ${no} is closed, ${units.en} released`,
  }
}
