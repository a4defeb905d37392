import { nowInSeconds } from '#server/platform/clock.ts'
import type { Queryable } from '../../platform/store/database.ts'
import type { Vault } from '../../platform/store/vault.ts'
import { createTotpSecret, findTotpStep } from './totp.ts'

/**
 * Stores a new secret that does not count before it is confirmed, and returns it; undefined = the user has a
 * confirmed authenticator, which stays.
 */
export async function beginAuthenticator(db: Queryable, vault: Vault, userId: number): Promise<string | undefined> {
  const secret = createTotpSecret()
  const row = { user_id: userId, secret: vault.encrypt(secret), created_at: nowInSeconds() }
  const stored = await db
    .insertInto('authenticators')
    .values(row)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row).where('authenticators.confirmed_at', '=', 0))
    .returning('user_id')
    .executeTakeFirst()
  return stored && secret
}

/**
 * Checks a code of a user's authenticator and uses its time step up: neither it nor an earlier one works again. With
 * `confirm`, the code is that of an authenticator which is not confirmed yet, and confirms it.
 */
export async function spendTotpCode(
  db: Queryable,
  vault: Vault,
  userId: number,
  code: string,
  { confirm = false } = {},
): Promise<boolean> {
  const row = await db
    .selectFrom('authenticators')
    .select(['secret', 'confirmed_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!row || (row.confirmed_at === 0) !== confirm) return false
  const step = findTotpStep(vault.decrypt(row.secret), code, Date.now())
  if (step === undefined) return false
  const { numUpdatedRows } = await db
    .updateTable('authenticators')
    .set({ last_step: step, ...(confirm ? { confirmed_at: nowInSeconds() } : {}) })
    .where('user_id', '=', userId)
    .where('secret', '=', row.secret)
    .where('last_step', '<', step)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Whether a user has a confirmed authenticator. */
export async function hasAuthenticator(db: Queryable, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('authenticators')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('confirmed_at', '>', 0)
    .executeTakeFirst()
  return row !== undefined
}

/** Which second factors a user has. */
export async function factorsOf(db: Queryable, userId: number): Promise<{ totp: boolean; passkey: boolean }> {
  const passkey = await db.selectFrom('passkeys').select('id').where('user_id', '=', userId).limit(1).executeTakeFirst()
  return { totp: await hasAuthenticator(db, userId), passkey: passkey !== undefined }
}

/** Whether a user has a second factor of any kind. */
export async function hasSecondFactor(db: Queryable, userId: number): Promise<boolean> {
  const { totp, passkey } = await factorsOf(db, userId)
  return totp || passkey
}

/**
 * Removes the authenticator app, and the recovery codes where no passkey is left; false = there was none. Needs an open
 * transaction.
 */
export async function removeAuthenticatorOf(trx: Queryable, userId: number): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('authenticators')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  if (!(await hasSecondFactor(trx, userId))) {
    await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  }
  return numDeletedRows === 1n
}

/** Removes all second factors of a user with the recovery codes; false = there were none. Needs an open transaction. */
export async function removeSecondFactors(trx: Queryable, userId: number): Promise<boolean> {
  const had = await hasSecondFactor(trx, userId)
  for (const table of ['recovery_codes', 'login_challenges', 'authenticators', 'passkeys'] as const) {
    await trx.deleteFrom(table).where('user_id', '=', userId).execute()
  }
  return had
}
