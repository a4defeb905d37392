import { isPaidStatus, LOG_TYPE } from '#contract/statuses.ts'
import type { Words } from '#contract/words.ts'
import { nowInSeconds } from '#server/platform/clock.ts'
import { writeLog } from '../../money/receipts/write-log.ts'
import type { Platform } from '../../platform/platform.ts'
import { adoptOrders } from '../../sales/topup/claims/ledger.ts'
import { checkOrder } from '../../sales/topup/payments/check-order.ts'
import { GatewayError } from '../../sales/topup/payments/gateway.ts'
import { openGateways } from '../../sales/topup/payments/gateways.ts'
import { findByTradeNo, listOrdersSince } from '../../sales/topup/queries.ts'
import type { TopUpRow } from '../../sales/topup/tables.ts'
import { daily, type Job } from './job.ts'

const DAYS = 3
const BATCH = 10
/** Number of order numbers that a report lists; the rest is only counted. */
const MAX_NAMED = 20

interface Findings {
  asked: number
  credited: string[]
  /** Order number and the difference. */
  differences: string[]
  unanswered: number
}

/**
 * Compares the orders of the last days with their gateways, and older ones of which a gateway says that something
 * changed: a missed payment is credited, for expired orders as well, and a missed refund or dispute is applied. Other
 * differences are only reported, in a system log row.
 */
export const reconcileOrders: Job = {
  name: 'reconcile-orders',
  next: daily(3, 30),
  async run(services, signal) {
    const found: Findings = { asked: 0, credited: [], differences: [], unanswered: 0 }
    await adoptOrders(services.store.db, 0)
    const since = nowInSeconds() - DAYS * 86_400
    for (let last = 0; !signal.aborted; ) {
      const orders = await listOrdersSince(services.store.db, since, last, BATCH)
      if (orders.length === 0) break
      await Promise.all(orders.map((order) => compare(services, order, found)))
      last = orders.at(-1)?.id ?? last
    }
    if (!signal.aborted) await compareChanged(services, since, found)
    const nothing = found.credited.length + found.differences.length + found.unanswered === 0
    if (!nothing) await writeLog(services.store.db, { type: LOG_TYPE.system, content: reportText(found) })
  },
}

/** Refunds and disputes come weeks after their order. */
async function compareChanged(services: Platform, since: number, found: Findings): Promise<void> {
  for (const { name, open } of openGateways(services)) {
    const numbers = await open.listChanged?.(since).catch((error) => {
      if (!(error instanceof GatewayError)) throw error
      found.unanswered += 1
      return []
    })
    for (const tradeNo of new Set(numbers ?? [])) {
      const order = await findByTradeNo(services.store.db, name, tradeNo)
      if (order && order.create_time < since) await compare(services, order, found)
    }
  }
}

async function compare(services: Platform, order: TopUpRow, found: Findings): Promise<void> {
  try {
    const check = await checkOrder(services, order)
    if (!check) return
    const { answer, outcome } = check
    found.asked += 1
    if (outcome === 'credited') found.credited.push(order.trade_no)
    else if (answer === 'paid' && outcome !== 'already') found.differences.push(`${order.trade_no} ${outcome}`)
    else if (answer !== 'paid' && isPaidStatus(order.status)) {
      found.differences.push(`${order.trade_no} not_paid`)
    }
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    found.asked += 1
    found.unanswered += 1
  }
}

function reportText({ asked, credited, differences, unanswered }: Findings): Words {
  const some = (items: string[]) => items.slice(0, MAX_NAMED)
  const zh = (items: string[]) => (items.length === 0 ? '0' : `${items.length}（${some(items).join('、')}）`)
  const en = (items: string[]) => (items.length === 0 ? '0' : `${items.length} (${some(items).join(', ')})`)
  return {
    zh: `充值对账：核对订单 ${asked}，补记 ${zh(credited)}，差异 ${zh(differences)}，未能查询 ${unanswered}`,
    en: `Orders compared with the gateway: ${asked}, credited ${en(credited)}, different ${en(differences)}, unanswered ${unanswered}`,
  }
}
