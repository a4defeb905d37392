import type { Language } from '#contract/errors.ts'
import { ApiError } from '../errors/api-error.ts'
import type { Platform } from '../platform.ts'
import { htmlMail, plainMail } from './layout.ts'
import { mailServer } from './server.ts'
import { type MailData, type MailTemplate, mailContent } from './templates.ts'

/** One mail to one address. */
export interface Mail<T extends MailTemplate> {
  to: string
  template: T
  language: Language
  data: MailData[T]
}

type MailServices = Pick<Platform, 'options' | 'log' | 'mailProxy'>

/**
 * Sends a mail through the operator's server and resolves when that has accepted it, after some seconds at most.
 * Throws mail_not_configured, or mail_failed with the server's message.
 */
export async function sendMail<T extends MailTemplate>(services: MailServices, mail: Mail<T>): Promise<void> {
  const { values } = services.options
  const server = mailServer(values)
  if (!server) throw new ApiError('mail_not_configured')
  try {
    await deliver(services, server, mail)
  } catch (error) {
    services.log.warn({ template: mail.template, error: String(error) }, 'a mail could not be sent')
    throw new ApiError('mail_failed', { detail: failureReason(error) })
  }
}

/** Sends a mail to a server and resolves with its response. Throws what the mail library throws. */
export async function deliver<T extends MailTemplate>(
  { options, mailProxy }: Pick<Platform, 'options' | 'mailProxy'>,
  { sender, connection }: NonNullable<ReturnType<typeof mailServer>>,
  mail: Mail<T>,
): Promise<string> {
  const site = options.values.SystemName
  const content = mailContent(mail.template, mail.language, mail.data, site)
  // Loaded by the first mail, because most servers never send one.
  const { createTransport } = await import('nodemailer')
  const proxy = mailProxy(connection.host, connection.port)
  const transport = createTransport({ ...connection, ...(proxy && { proxy }) })
  try {
    const { response } = await transport.sendMail({
      from: { ...sender, name: sender.name || site },
      // Not as text: a list of addresses must not get past the check of one.
      to: { name: '', address: mail.to },
      subject: content.subject,
      text: plainMail(content, site),
      html: htmlMail(content, site, mail.language),
    })
    return response
  } finally {
    transport.close()
  }
}

/** Whether the server refuses an address permanently (SMTP 5xx): it would refuse it again. */
export const isRefusedForGood = (error: unknown): boolean =>
  error instanceof ApiError && /^5\d\d/.test(String(error.parameters.detail ?? ''))

/** Whether a mail server is configured. */
export function canSendMail({ options }: Pick<Platform, 'options'>): boolean {
  return mailServer(options.values) !== undefined
}

/** The mail server's response, or how the connection ended. Host addresses stay in the log. */
function failureReason(error: unknown): string {
  const { response, code } = error as { response?: unknown; code?: unknown }
  if (typeof response === 'string' && response) return response.slice(0, 200)
  return typeof code === 'string' ? code : 'ECONNECTION'
}
