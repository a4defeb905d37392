import type { Spending } from './leased-balance.ts'
import type { ChargeRecord } from './records.ts'

/** What a batch of charges adds to the counters of users, tokens and channels, and to this node's leases. */
export interface BatchSums {
  /** Sorted by id, ascending: with a fixed order, two nodes cannot deadlock on each other's rows. */
  users: [id: number, Spending][]
  tokens: [id: number, TokenSum][]
  channels: [id: number, units: number][]
  /** Windows of budgets. */
  budgets: [id: number, Spending][]
}

export interface TokenSum {
  units: number
  /** Unix seconds. */
  lastUsed: number
  /** The share that was charged while the token was limited, which its lease pays. */
  limited: Spending
}

/** Sums charges in journal order. Playground calls have no token. */
export function sumCharges(charges: readonly ChargeRecord[]): BatchSums {
  const users = new Map<number, Spending>()
  const tokens = new Map<number, TokenSum>()
  const channels = new Map<number, number>()
  const budgets = new Map<number, Spending>()
  for (const charge of charges) {
    const user = entry(users, charge.user, nothingSpent)
    user.units += charge.quota
    user.calls += 1
    user.carry += charge.carryOut - charge.carryIn
    channels.set(charge.channel, (channels.get(charge.channel) ?? 0) + charge.quota)
    if (charge.token !== 0) addToToken(tokens, charge)
    for (const id of charge.budgets ?? []) addTo(entry(budgets, id, nothingSpent), charge.quota)
  }
  return { users: byId(users), tokens: byId(tokens), channels: byId(channels), budgets: byId(budgets) }
}

const nothingSpent = (): Spending => ({ calls: 0, units: 0, carry: 0 })

function addTo(sum: Spending, units: number): void {
  sum.calls += 1
  sum.units += units
}

function addToToken(tokens: Map<number, TokenSum>, charge: ChargeRecord): void {
  const token = entry(tokens, charge.token, () => ({
    units: 0,
    lastUsed: 0,
    limited: nothingSpent(),
  }))
  token.units += charge.quota
  token.lastUsed = Math.max(token.lastUsed, charge.at)
  if (charge.limited) addTo(token.limited, charge.quota)
}

function entry<T>(sums: Map<number, T>, id: number, begin: () => T): T {
  const known = sums.get(id)
  if (known !== undefined) return known
  const sum = begin()
  sums.set(id, sum)
  return sum
}

const byId = <T>(sums: Map<number, T>) => [...sums].sort(([a], [b]) => a - b)
