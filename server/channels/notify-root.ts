import { ROLE } from '#contract/roles.ts'
import { canSendMail, sendMail } from '../mail/send.ts'
import type { MailData, MailTemplate } from '../mail/templates.ts'
import type { Services } from '../services.ts'

/** Mails the super administrators who have an address. Failed mails are logged by the server. */
export async function notifyRoot<T extends MailTemplate>(
  services: Services,
  template: T,
  data: MailData[T],
): Promise<void> {
  if (!canSendMail(services)) return
  const roots = await services.store.db
    .selectFrom('users')
    .select(['email', 'language'])
    .where('role', '=', ROLE.root)
    .where('email', '!=', '')
    .where('deleted_at', 'is', null)
    .execute()
  for (const { email, language } of roots) {
    // sendMail has logged the reason.
    await sendMail(services, { to: email, template, language: language || 'zh', data }).catch(() => {})
  }
}
