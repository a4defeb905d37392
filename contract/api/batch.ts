import * as z from 'zod/mini'
import type { ErrorCode } from '../errors.ts'

/** Calls on many rows at once: all of it happens, or none. */

/** Rows in one call. */
export const MAX_BATCH = 1000

/** Ids of the rows that a call is about; `code` refuses anything else. */
export const batchIds = (code: ErrorCode) =>
  z.array(z.number(code).check(z.int(code)), code).check(z.minLength(1, code), z.maxLength(MAX_BATCH, code))

/** With it nothing is stored: the reply says what would happen. */
export const dryRun = z._default(z.boolean(), false)

/** What came of a new status for many rows. Those that have it already are in neither list. */
export const statusOutcome = z.object({
  /** With the status from before, which takes the change back. */
  changed: z.array(z.object({ id: z.number(), former: z.number() })),
  /** Those that stay as they are, and why, in the reader's language. */
  refused: z.array(z.object({ id: z.number(), message: z.string() })),
})
export type StatusOutcome = z.infer<typeof statusOutcome>
