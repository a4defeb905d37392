import { randomBytes } from 'node:crypto'
import { MAILED_CODE_SECONDS } from '#contract/api/registration.ts'
import type { Language } from '#contract/errors.ts'
import { USER_STATUS } from '#contract/statuses.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { randomText } from '../../platform/http/request-id.ts'
import { canSendMail, sendMail } from '../../platform/mail/send.ts'
import { publicAddress } from '../../platform/options/server-address.ts'
import type { Platform } from '../../platform/platform.ts'
import { endAccess } from '../sessions/sessions.ts'
import { deleteCode, spendCode, storeCode } from './mailed-codes.ts'
import { hashPassword } from './passwords.ts'
import { findByEmail } from './queries.ts'

const NEW_PASSWORD_LENGTH = 12

/**
 * Mails a reset link to the user of an address, if exactly one has it. Neither the response nor its time reveals
 * whether there is one: the mail is sent after the response. Throws too_many_requests and mail_not_configured.
 */
export async function requestPasswordReset(
  services: Platform,
  requester: { ip: string; language: Language },
  address: string,
): Promise<void> {
  const { store, vault, limits } = services
  await limits.mail(requester.ip, address)
  if (!canSendMail(services)) throw new ApiError('mail_not_configured')
  const mailbox = { purpose: 'reset', address } as const
  const token = randomBytes(16).toString('hex')
  await storeCode(store.db, vault, mailbox, token)
  const user = await findByEmail(store.db, address)
  if (user?.status !== USER_STATUS.enabled) return
  const link = `${publicAddress(services)}/user/reset?${new URLSearchParams({ email: address, token })}`
  const data = { link, minutes: MAILED_CODE_SECONDS / 60 }
  // sendMail has logged the reason. The response does not wait for the mail, and the code is deleted so that the
  // next attempt need not wait.
  sendMail(services, { to: address, template: 'password_reset', language: user.language || requester.language, data })
    .catch(() => deleteCode(store.db, mailbox))
    .catch((error) =>
      services.log.warn({ error: String(error) }, 'the code of an unsent reset link could not be deleted'),
    )
}

/**
 * Exchanges a link's token for a new password and ends all sessions and the access token. Throws reset_link_invalid
 * and too_many_requests.
 */
export async function resetPassword(services: Platform, ip: string, address: string, token: string): Promise<string> {
  const { store, vault, limits, bus } = services
  await limits.code(ip, address)
  const password = randomText(NEW_PASSWORD_LENGTH)
  const hash = await hashPassword(password, services.config.passwordCost)
  const userId = await store.db.transaction().execute(async (trx) => {
    const spent = await spendCode(trx, vault, { purpose: 'reset', address }, token)
    const user = spent ? await findByEmail(trx, address) : undefined
    if (user?.status !== USER_STATUS.enabled) throw new ApiError('reset_link_invalid')
    await trx.updateTable('users').set({ password: hash }).where('id', '=', user.id).execute()
    await endAccess(trx, user.id)
    return user.id
  })
  bus.publish({ kind: 'user', id: userId })
  return password
}
