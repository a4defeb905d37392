import { type LimitScope, type Limits, type LimitsNow, parseStoredLimits } from '#contract/limits.ts'
import type { CallLimits } from './call-limits.ts'

/** The limits of a stored token, user or channel, as replies have them. */
export interface ShownLimits {
  /** null = none. */
  limits: Limits | null
  limits_now: LimitsNow
}

/** Returns the limits of rows of one kind with their use, in the order of the rows. */
export async function shownLimits(
  scope: LimitScope,
  rows: readonly { id: number; limits: string }[],
  { callLimits }: { callLimits: Pick<CallLimits, 'readUse'> },
): Promise<ShownLimits[]> {
  const parsed = rows.map((row) => parseStoredLimits(row.limits))
  const limited = rows.flatMap(({ id }, index) => {
    const limits = parsed[index]
    return limits ? [{ index, applied: { scope, subject: String(id), limits } }] : []
  })
  const uses = await callLimits.readUse(limited.map(({ applied }) => applied))
  const byRow = new Map(limited.map(({ index }, n) => [index, uses[n]]))
  return rows.map((_, index) => ({ limits: parsed[index] ?? null, limits_now: byRow.get(index) ?? {} }))
}

/** The same for one row. */
export async function shownLimitsOf(
  scope: LimitScope,
  row: { id: number; limits: string },
  services: { callLimits: Pick<CallLimits, 'readUse'> },
): Promise<ShownLimits> {
  const [shown] = await shownLimits(scope, [row], services)
  return shown ?? { limits: null, limits_now: {} }
}
