import { nowInSeconds } from '#server/platform/clock.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { Queryable } from '../../platform/store/database.ts'
import type { Identity } from './session.ts'

/** How long a proof of identity counts, in seconds. */
export const PROOF_SECONDS = 300

/**
 * Refuses a session that was proven too long ago: somebody else may sit at the keyboard. Access tokens need no proof
 * (docs/adr/0027). Throws proof_needed.
 */
export function requireProof({ sessionId, provenAt = 0 }: Identity): void {
  const now = nowInSeconds()
  if (sessionId !== undefined && provenAt <= now - PROOF_SECONDS) throw new ApiError('proof_needed')
}

/** The same check for code that finds out later whether a proof is needed. */
export const proofOf = (identity: Identity | undefined) => (): void => {
  if (identity) requireProof(identity)
}

/** Records that the user of a session has just proven who they are. */
export async function markProven(db: Queryable, sessionId: string): Promise<void> {
  const proven_at = nowInSeconds()
  await db.updateTable('sessions').set({ proven_at }).where('id', '=', sessionId).execute()
}
