import {
  type Component,
  costOf,
  NO_USAGE,
  ratesOf,
  TOOLS,
  type TokenKind,
  type Tool,
  USD_PER_RATIO,
} from '#contract/prices/price.ts'
import { priceOfReceipt, type Receipt, recompute, usageOfReceipt, type Waiver } from '#contract/receipt.ts'
import type { Other } from '../rows/read-other.ts'

/** One line of a bill: tokens × ratios = units, before the group's ratio. */
export interface BillLine {
  component: Component | 'reasoning'
  tokens: number
  /**
   * The model ratio first, then the ratios of component and tier where they are not 1, then the site's units per
   * token.
   */
  ratios: number[]
  /** USD per million tokens, before the group's ratio. */
  price: number
  units: number
}

/** Another line of a bill: calls of a tool × USD per call = units, before the group's ratio. */
export interface ToolLine {
  tool: Tool
  calls: number
  price: number
  units: number
}

/** The computation of one charge. Amounts are quota units, exact to a thousandth. */
export interface Bill {
  /** Set when the call had a fixed price: the price in USD and in units. */
  call: { price: number; units: number } | null
  lines: BillLine[]
  tools: ToolLine[]
  subtotal: number
  /** What the vendor says the call costs, in USD and in units, where that is more than the subtotal. */
  told: { price: number; units: number } | null
  groupRatio: number
  /** The user's own ratio; 1 = none. */
  userRatio: number
  cost: number
  /** The part of the cost that the owner could pay, where that is less. */
  payable: number | null
  /** Why nothing of the cost was charged. */
  waived: Waiver | null
  carryIn: number
  carryOut: number
  charge: number
  /** Whether the bill comes from a full receipt and therefore must equal the charge. */
  exact: boolean
}

/**
 * Returns the bill of a row, or null when the row is not a charged call. `quotaPerUnit` is the default for
 * rows without it.
 */
export function billOf({ receipt, family }: Other, quotaPerUnit: number): Bill | null {
  if (receipt) return { ...explain(receipt), exact: true }
  if (!family) return null
  return { ...explain({ ...UNSAID, ...family, quota_per_unit: quotaPerUnit }), exact: false }
}

/** Returns the reasoning tokens of a call that cost what output costs. They are shown for information. */
export function reasoningOf({ receipt }: Other): number {
  return receipt?.ratios?.reasoning === undefined ? (receipt?.usage.reasoning ?? 0) : 0
}

const UNSAID = {
  frt: -1000,
  usage_source: 'upstream',
  end_reason: 'stop',
  price_version: '',
  carry_in: 0,
  carry_out: 0,
  request_id: '',
  group: '',
} satisfies Partial<Receipt>

const COMPONENTS = Object.keys(NO_USAGE) as TokenKind[]
function explain(receipt: Receipt): Omit<Bill, 'exact'> {
  const price = priceOfReceipt(receipt)
  const usage = usageOfReceipt(receipt)
  const unitsPerToken = (USD_PER_RATIO * price.quotaPerUnit) / 1_000_000
  const tier = receipt.tier?.factor ?? 1
  const perCall = price.modelPrice === null ? null : price.modelPrice * tier * (usage.units ?? 1)
  const call = perCall === null ? null : { price: perCall, units: perCall * price.quotaPerUnit }

  // Reasoning is a part of the output, and a separate line where it has a separate price.
  const apart = price.ratios.reasoning === undefined ? 0 : Math.min(usage.reasoning, usage.output)
  const counts = { ...usage, output: usage.output - apart, reasoning: apart }
  const lines = COMPONENTS.filter((component) => !call && counts[component] > 0).map((component): BillLine => {
    const own = component === 'input' ? 1 : (price.ratios[component] ?? 1)
    const ratio = price.modelRatio * own * tier
    return {
      component,
      tokens: counts[component],
      ratios: [price.modelRatio, ...[own, tier, unitsPerToken].filter((factor) => factor !== 1)],
      price: ratio * USD_PER_RATIO,
      units: counts[component] * ratio * unitsPerToken,
    }
  })
  const tools = TOOLS.flatMap((tool): ToolLine[] => {
    const { calls, price: usd } = (call ? undefined : receipt.tools?.[tool]) ?? { calls: 0, price: 0 }
    return calls > 0 ? [{ tool, calls, price: usd, units: calls * usd * price.quotaPerUnit }] : []
  })
  const subtotal = call?.units ?? [...lines, ...tools].reduce((sum, line) => sum + line.units, 0)
  const { told_cost: told } = receipt
  return {
    call,
    lines,
    tools,
    subtotal,
    told:
      told !== undefined && told * price.quotaPerUnit > subtotal
        ? { price: told, units: told * price.quotaPerUnit }
        : null,
    groupRatio: price.groupRatio,
    userRatio: price.userRatio ?? 1,
    cost: costOf(ratesOf(price), usage) / 1000,
    payable: receipt.payable === undefined ? null : receipt.payable / 1000,
    waived: receipt.waived ?? null,
    carryIn: receipt.carry_in / 1000,
    carryOut: receipt.carry_out / 1000,
    charge: recompute(receipt),
  }
}
