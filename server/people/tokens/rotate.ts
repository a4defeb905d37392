import { nowInSeconds } from '#server/platform/clock.ts'
import type { UserFacts } from '../../calls/registry/callers.ts'
import { type Author, writeAudit } from '../../platform/audits/write.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { randomText } from '../../platform/http/request-id.ts'
import type { Platform } from '../../platform/platform.ts'
import { addFormerKey, removeFormerKeys } from './former-keys.ts'
import { KEY_LENGTH } from './key-length.ts'
import { keyEnd, type TokenWithBalance } from './present.ts'
import { findToken } from './queries.ts'

/**
 * Gives an own token another key. The former one opens the same token for `keepSeconds` more; so do those before it, if
 * they had longer. Throws token_rotated_meanwhile where another rotation came first.
 */
export async function rotateToken(
  { store, vault, bus }: Platform,
  owner: UserFacts,
  by: Author,
  { id, keepSeconds }: { id: number; keepSeconds: number },
): Promise<TokenWithBalance> {
  const key = randomText(KEY_LENGTH)
  const next = { key: vault.encrypt(key), key_hash: vault.hash(key) }
  const token = await store.db.transaction().execute(async (trx) => {
    const former = await findToken(trx, owner.id, id)
    if (!former) throw new ApiError('record_not_found')
    const now = nowInSeconds()
    const until = now + keepSeconds
    const former_key_until = keepSeconds > 0 ? until : 0
    const { numUpdatedRows } = await trx
      .updateTable('tokens')
      .set(next)
      .where('id', '=', id)
      .where('user_id', '=', owner.id)
      .where('key_hash', '=', former.key_hash)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) throw new ApiError('token_rotated_meanwhile')
    const { key: formerKey, key_hash } = former
    await addFormerKey(trx, { token_id: id, key: formerKey, key_hash, expires_at: until }, now)
    await writeAudit(trx, by, {
      action: 'token.rotate',
      target: { kind: 'token', id },
      before: { name: former.name, key_end: keyEnd(vault.decrypt(formerKey)) },
      after: { name: former.name, key_end: keyEnd(key), former_key_until },
    })
    return { ...former, ...next, former_key_until }
  })
  bus.publish({ kind: 'token', id })
  return token
}

/** Ends the former keys of an own token: calls with them fail as soon as this resolves. */
export async function endFormerKeys(
  { store, bus }: Platform,
  owner: UserFacts,
  by: Author,
  id: number,
): Promise<TokenWithBalance> {
  const token = await store.db.transaction().execute(async (trx) => {
    const former = await findToken(trx, owner.id, id)
    if (!former) throw new ApiError('record_not_found')
    if (former.former_key_until === 0) return former
    await removeFormerKeys(trx, id)
    await writeAudit(trx, by, {
      action: 'token.rotate',
      target: { kind: 'token', id },
      before: { name: former.name, former_key_until: former.former_key_until },
      after: { name: former.name, former_key_until: 0 },
    })
    return { ...former, former_key_until: 0 }
  })
  bus.publish({ kind: 'token', id })
  return token
}
