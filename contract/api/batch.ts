import * as z from 'zod/mini'
import type { ErrorCode } from '../errors.ts'

/** Calls that change many rows at once, all or none. */

/** The largest number of rows in one call. */
export const MAX_BATCH = 1000

/** Ids of the rows of a call; other input is refused with `code`. */
export const batchIds = (code: ErrorCode) =>
  z.array(z.number(code).check(z.int(code)), code).check(z.minLength(1, code), z.maxLength(MAX_BATCH, code))

/** true = nothing is stored, and the reply holds what would change. */
export const dryRun = z._default(z.boolean(), false)

/** The result of setting a status on many rows. Rows that have the status already are in neither list. */
export const statusOutcome = z.object({
  /** `former` is the previous status, for undo. */
  changed: z.array(z.object({ id: z.number(), former: z.number() })),
  /** Rows that stay unchanged, and the reason in the caller's language. */
  refused: z.array(z.object({ id: z.number(), message: z.string() })),
})
export type StatusOutcome = z.infer<typeof statusOutcome>
