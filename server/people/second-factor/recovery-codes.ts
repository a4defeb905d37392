import { createHash, randomBytes } from 'node:crypto'
import { RECOVERY_CODES } from '#contract/api/second-factor.ts'
import type { Queryable } from '../../platform/store/database.ts'

/** 24 letters of 32 are 120 bits: too many to guess from a stolen hash, so that a fast one suffices (ASVS 5, 6.5.2). */
const CODE_LENGTH = 24
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789'

/** Returns a code such as `k3wd-9x2m-…`, without letters and digits that look alike. */
function createCode(): string {
  const letters = [...randomBytes(CODE_LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length])
  return letters.join('').replace(/(.{4})(?=.)/g, '$1-')
}

/** Letters in lower case, without blanks and hyphens. */
const plain = (code: string) => code.toLowerCase().replace(/[^a-z0-9]/g, '')
const hashOf = (userId: number, code: string) =>
  createHash('sha256')
    .update(`${userId} ${plain(code)}`)
    .digest('hex')

/** Replaces a user's recovery codes. Returns the new ones, which are stored as hashes. */
export async function renewRecoveryCodes(trx: Queryable, userId: number): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, createCode)
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await trx
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id: userId, code_hash: hashOf(userId, code) })))
    .execute()
  return codes
}

/** Uses a recovery code up; false = the user has no such code, or has used it. */
export async function spendRecoveryCode(db: Queryable, userId: number, code: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashOf(userId, code))
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

/** Returns how many recovery codes a user has left. */
export async function countRecoveryCodes(db: Queryable, userId: number): Promise<number> {
  const rows = await db.selectFrom('recovery_codes').select('code_hash').where('user_id', '=', userId).execute()
  return rows.length
}
