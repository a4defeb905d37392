import { MAILED_CODE_SECONDS, RESEND_SECONDS } from '#contract/api/registration.ts'
import { nowInSeconds } from '#server/platform/clock.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { Database, Queryable } from '../../platform/store/database.ts'
import type { Vault } from '../../platform/store/vault.ts'

/** The purpose of a mailed code, and the address that it is sent to (in lower case). */
export interface Mailbox {
  purpose: 'verification' | 'reset'
  address: string
}

/** Number of wrong attempts until a code becomes invalid. */
const MAX_ATTEMPTS = 20

const hashOf = (vault: Vault, { purpose, address }: Mailbox, code: string) =>
  vault.hash(`${purpose} ${address} ${code}`)

/**
 * Stores the code of a mail that is about to be sent, replacing the former one. Throws too_many_requests while the
 * former mail is younger than the pause; of simultaneous requests, one passes.
 */
export async function storeCode(db: Database, vault: Vault, mailbox: Mailbox, code: string): Promise<void> {
  const now = nowInSeconds()
  const row = {
    ...mailbox,
    code_hash: hashOf(vault, mailbox, code),
    tries_left: MAX_ATTEMPTS,
    sent_at: now,
    expires_at: now + MAILED_CODE_SECONDS,
  }
  await db.deleteFrom('mailed_codes').where('expires_at', '<=', now).execute()
  const kept = await db
    .insertInto('mailed_codes')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['purpose', 'address'])
        .doUpdateSet(row)
        .where('mailed_codes.sent_at', '<=', now - RESEND_SECONDS),
    )
    .returning('sent_at')
    .executeTakeFirst()
  if (kept) return
  const last = await inMailbox(db.selectFrom('mailed_codes').select('sent_at'), mailbox).executeTakeFirst()
  const wait = (last?.sent_at ?? now) + RESEND_SECONDS - now
  throw new ApiError('too_many_requests', {}, undefined, Math.max(1, wait))
}

/** Deletes the code of a mail that could not be sent, so that the next attempt need not wait. */
export async function deleteCode(db: Queryable, mailbox: Mailbox): Promise<void> {
  await inMailbox(db.deleteFrom('mailed_codes'), mailbox).execute()
}

/**
 * Uses up one of a code's attempts, whatever the result. Throws email_code_wrong. The code stays until it is spent.
 */
export async function tryCode(db: Database, vault: Vault, mailbox: Mailbox, code: string): Promise<void> {
  const row = await inMailbox(db.updateTable('mailed_codes'), mailbox)
    .set((where) => ({ tries_left: where('tries_left', '-', 1) }))
    .where('expires_at', '>', nowInSeconds())
    .where('tries_left', '>', 0)
    .returning('code_hash')
    .executeTakeFirst()
  if (row?.code_hash !== hashOf(vault, mailbox, code)) {
    throw new ApiError('email_code_wrong', {}, { verification_code: 'email_code_wrong' })
  }
}

/**
 * Deletes a code that is used; false = it is wrong, expired or used. Call it in the transaction of what the code
 * allows.
 */
export async function spendCode(trx: Queryable, vault: Vault, mailbox: Mailbox, code: string): Promise<boolean> {
  const { numDeletedRows } = await inMailbox(trx.deleteFrom('mailed_codes'), mailbox)
    .where('code_hash', '=', hashOf(vault, mailbox, code))
    .where('expires_at', '>', nowInSeconds())
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

/** Restricts a statement to the row of a purpose and address. */
function inMailbox<Q extends { where(column: 'purpose' | 'address', operator: '=', value: string): Q }>(
  query: Q,
  { purpose, address }: Mailbox,
): Q {
  return query.where('purpose', '=', purpose).where('address', '=', address)
}
