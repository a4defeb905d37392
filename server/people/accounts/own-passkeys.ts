import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import { type Author, writeAudit } from '../../platform/audits/write.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { Context } from '../../platform/http/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { hasSecondFactor } from '../second-factor/authenticator.ts'
import { readNewPasskey } from '../second-factor/passkeys.ts'
import { countRecoveryCodes, renewRecoveryCodes } from '../second-factor/recovery-codes.ts'

const MAX_PASSKEYS = 20

/**
 * Adds a passkey that the browser has made. Returns recovery codes where the account had none, else none. Throws
 * passkey_wrong, passkey_address and passkey_too_many.
 */
export async function addPasskey(
  c: Context,
  services: Platform,
  userId: number,
  by: Author,
  { name, response }: { name: string; response: RegistrationResponseJSON },
): Promise<string[]> {
  const { store, bus } = services
  const row = await readNewPasskey(c, services, userId, response, name)
  const codes = await store.db.transaction().execute(async (trx) => {
    const others = await trx.selectFrom('passkeys').select('id').where('user_id', '=', userId).execute()
    if (others.length >= MAX_PASSKEYS) throw new ApiError('passkey_too_many', { max: MAX_PASSKEYS })
    await trx.insertInto('passkeys').values(row).execute()
    await auditPasskey(trx, by, userId, { after: name })
    return (await countRecoveryCodes(trx, userId)) > 0 ? [] : renewRecoveryCodes(trx, userId)
  })
  bus.publish({ kind: 'user', id: userId })
  return codes
}

/** Removes a passkey; with the last second factor, the recovery codes go too. Throws record_not_found. */
export async function removePasskey({ store, bus }: Platform, userId: number, by: Author, id: string): Promise<void> {
  await store.db.transaction().execute(async (trx) => {
    const row = await trx
      .deleteFrom('passkeys')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .returning('name')
      .executeTakeFirst()
    if (!row) throw new ApiError('record_not_found')
    if (!(await hasSecondFactor(trx, userId))) {
      await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
    }
    await auditPasskey(trx, by, userId, { before: row.name })
  })
  bus.publish({ kind: 'user', id: userId })
}

function auditPasskey(
  trx: Parameters<typeof writeAudit>[0],
  by: Author,
  userId: number,
  { before, after }: { before?: string; after?: string },
) {
  return writeAudit(trx, by, {
    action: 'user.update',
    target: { kind: 'user', id: userId },
    ...(before === undefined ? {} : { before: { passkey: before } }),
    ...(after === undefined ? {} : { after: { passkey: after } }),
  })
}
