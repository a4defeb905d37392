import { MAILED_CODE_SECONDS, RESEND_SECONDS } from '#contract/api/registration.ts'
import { Failure } from '../errors/api-error.ts'
import type { Database, Queryable } from '../store/database.ts'
import type { Vault } from '../store/vault.ts'

/** What a mail is to prove, and whose mailbox it goes to (in lower case). */
export interface Mailbox {
  purpose: 'verification' | 'reset'
  address: string
}

/** Wrong tries that a code bears. */
const TRIES = 20
const seconds = () => Math.floor(Date.now() / 1000)

const hashOf = (vault: Vault, { purpose, address }: Mailbox, code: string) =>
  vault.index(`${purpose} ${address} ${code}`)

/**
 * Keeps the code of a mail that is about to be sent, in place of the one before. Throws too_many_requests while the
 * mail before is younger than the pause; of calls that come together, one passes.
 */
export async function keepCode(db: Database, vault: Vault, mailbox: Mailbox, code: string): Promise<void> {
  const now = seconds()
  const row = {
    ...mailbox,
    code_hash: hashOf(vault, mailbox, code),
    tries_left: TRIES,
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
  const last = await ofMailbox(db.selectFrom('mailed_codes').select('sent_at'), mailbox).executeTakeFirst()
  const wait = (last?.sent_at ?? now) + RESEND_SECONDS - now
  throw new Failure('too_many_requests', {}, undefined, Math.max(1, wait))
}

/** Drops the code of a mail that could not be sent, so that the next try need not wait. */
export async function dropCode(db: Queryable, mailbox: Mailbox): Promise<void> {
  await ofMailbox(db.deleteFrom('mailed_codes'), mailbox).execute()
}

/** Takes one of a code's tries, whatever comes of it. Throws email_code_wrong. The code stays until it is spent. */
export async function tryCode(db: Database, vault: Vault, mailbox: Mailbox, code: string): Promise<void> {
  const row = await ofMailbox(db.updateTable('mailed_codes'), mailbox)
    .set((where) => ({ tries_left: where('tries_left', '-', 1) }))
    .where('expires_at', '>', seconds())
    .where('tries_left', '>', 0)
    .returning('code_hash')
    .executeTakeFirst()
  if (row?.code_hash !== hashOf(vault, mailbox, code)) {
    throw new Failure('email_code_wrong', {}, { verification_code: 'email_code_wrong' })
  }
}

/** Uses a code up; false = it is wrong, expired or used. Call it in the transaction of what the code allows. */
export async function spendCode(trx: Queryable, vault: Vault, mailbox: Mailbox, code: string): Promise<boolean> {
  const { numDeletedRows } = await ofMailbox(trx.deleteFrom('mailed_codes'), mailbox)
    .where('code_hash', '=', hashOf(vault, mailbox, code))
    .where('expires_at', '>', seconds())
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

/** Narrows a statement to the row of a mailbox. */
function ofMailbox<Q extends { where(column: 'purpose' | 'address', operator: '=', value: string): Q }>(
  query: Q,
  { purpose, address }: Mailbox,
): Q {
  return query.where('purpose', '=', purpose).where('address', '=', address)
}
