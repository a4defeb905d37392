import { type Author, writeAudit } from '../../platform/audits/write.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { Platform } from '../../platform/platform.ts'
import { hasSecondFactor, removeAuthenticatorOf, spendTotpCode } from '../second-factor/authenticator.ts'
import { renewRecoveryCodes } from '../second-factor/recovery-codes.ts'
import { wrongCode } from './second-step.ts'

/**
 * Confirms the own authenticator with a code of it and returns the first recovery codes. Throws second_factor_wrong
 * and too_many_requests.
 */
export async function confirmAuthenticator(
  { store, vault, bus, limits }: Platform,
  userId: number,
  by: Author,
  code: string,
): Promise<string[]> {
  const { undo } = await limits.secondFactor(userId)
  const codes = await store.db.transaction().execute(async (trx) => {
    const isRight = await spendTotpCode(trx, vault, userId, code.replace(/\s/g, ''), { confirm: true })
    if (!isRight) throw wrongCode()
    await auditFactor(trx, by, userId, 'added')
    return renewRecoveryCodes(trx, userId)
  })
  undo()
  bus.publish({ kind: 'user', id: userId })
  return codes
}

/** Removes the own authenticator, and the recovery codes with the last second factor. Throws second_factor_none. */
export async function removeAuthenticator({ store, bus }: Platform, userId: number, by: Author): Promise<void> {
  await store.db.transaction().execute(async (trx) => {
    if (!(await removeAuthenticatorOf(trx, userId))) throw new ApiError('second_factor_none')
    await auditFactor(trx, by, userId, 'removed')
  })
  bus.publish({ kind: 'user', id: userId })
}

/** Replaces the own recovery codes and returns the new ones. Throws second_factor_none. */
export async function replaceRecoveryCodes({ store }: Platform, userId: number, by: Author): Promise<string[]> {
  return store.db.transaction().execute(async (trx) => {
    if (!(await hasSecondFactor(trx, userId))) throw new ApiError('second_factor_none')
    await auditFactor(trx, by, userId, 'recovery codes replaced')
    return renewRecoveryCodes(trx, userId)
  })
}

/** Writes that a user's second factor changed. */
export function auditFactor(trx: Parameters<typeof writeAudit>[0], by: Author, userId: number, change: string) {
  return writeAudit(trx, by, {
    action: 'user.update',
    target: { kind: 'user', id: userId },
    after: { second_factor: change },
  })
}
