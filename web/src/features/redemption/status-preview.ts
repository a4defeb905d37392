import type { StatusOutcome } from '#contract/api/batch.ts'
import type { Redemption } from '#contract/api/redemption.ts'
import { REDEMPTION_STATUS } from '#contract/statuses.ts'

/**
 * Predicts the effect of a new status on codes without asking the server; `why` is the reason why a used code
 * is unchanged.
 */
export function previewStatus(codes: readonly Redemption[], status: number, why: string): StatusOutcome {
  const used = codes.filter((code) => code.status === REDEMPTION_STATUS.used)
  const changing = codes.filter((code) => !used.includes(code) && code.status !== status)
  return {
    changed: changing.map(({ id, status: former }) => ({ id, former })),
    refused: used.map(({ id }) => ({ id, message: why })),
  }
}
