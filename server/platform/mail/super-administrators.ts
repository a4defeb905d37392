import type { Language } from '#contract/errors.ts'
import { ROLE } from '#contract/roles.ts'
import type { Platform } from '../platform.ts'
import type { Queryable } from '../store/database.ts'
import { canSendMail, sendMail } from './send.ts'
import type { MailData, MailTemplate } from './templates.ts'

/** Somebody who gets a mail. */
export interface Recipient {
  email: string
  language: Language
}

/** Lists the super administrators who have an address. */
export async function superAdministrators(db: Queryable): Promise<Recipient[]> {
  const rows = await db
    .selectFrom('users')
    .select(['email', 'language'])
    .where('role', '=', ROLE.root)
    .where('email', '!=', '')
    .where('deleted_at', 'is', null)
    .execute()
  return rows.map(({ email, language }) => ({ email, language: language || 'zh' }))
}

/** Mails them. Failed mails are logged by the server. */
export async function notifyRoot<T extends MailTemplate>(
  services: Platform,
  template: T,
  data: MailData[T],
): Promise<void> {
  if (!canSendMail(services)) return
  for (const { email, language } of await superAdministrators(services.store.db)) {
    // sendMail has logged the reason.
    await sendMail(services, { to: email, template, language, data }).catch(() => {})
  }
}
