import { randomInt } from 'node:crypto'
import { MAILED_CODE_SECONDS } from '#contract/api/registration.ts'
import type { Language } from '#contract/errors.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { sendMail } from '../../platform/mail/send.ts'
import type { Platform } from '../../platform/platform.ts'
import { checkEmail } from './email.ts'
import { deleteCode, spendCode, storeCode, tryCode } from './mailed-codes.ts'
import { isEmailTaken } from './queries.ts'

/**
 * Mails a code to an unused address, for a registration or a bind. Throws email_taken, a broken rule of the
 * operator, too_many_requests, mail_not_configured and mail_failed.
 */
export async function sendEmailCode(
  services: Platform,
  from: { ip: string; language: Language },
  address: string,
): Promise<void> {
  const { store, vault, limits, options } = services
  checkEmail(options.values, address)
  await limits.mail(from.ip, address)
  if (await isEmailTaken(store.db, address)) throw new ApiError('email_taken', {}, { email: 'email_taken' })
  const mailbox = { purpose: 'verification', address } as const
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  await storeCode(store.db, vault, mailbox, code)
  const data = { code, minutes: MAILED_CODE_SECONDS / 60 }
  try {
    await sendMail(services, { to: address, template: 'verification', language: from.language, data })
  } catch (error) {
    await deleteCode(store.db, mailbox)
    throw error
  }
}

/** Gives a user the address that a code proves. Throws email_code_wrong, email_taken and too_many_requests. */
export async function bindEmail(
  { store, vault, limits }: Platform,
  ip: string,
  userId: number,
  address: string,
  code: string,
): Promise<void> {
  await limits.code(ip, address)
  const mailbox = { purpose: 'verification', address } as const
  await tryCode(store.db, vault, mailbox, code)
  await store.db.transaction().execute(async (trx) => {
    if (!(await spendCode(trx, vault, mailbox, code))) throw new ApiError('email_code_wrong')
    if (await isEmailTaken(trx, address)) throw new ApiError('email_taken')
    await trx.updateTable('users').set({ email: address }).where('id', '=', userId).execute()
  })
}
