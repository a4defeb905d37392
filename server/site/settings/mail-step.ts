import type { MailStep } from '#contract/api/options.ts'

interface MailError {
  code?: unknown
  command?: unknown
  response?: unknown
  message?: unknown
}

const MAX_DETAIL = 300

/**
 * Returns the step at which a mail failed, from an error of the mail library (nodemailer: `code` and the SMTP
 * `command`).
 */
export function failedStep(error: MailError): MailStep {
  const { code, command, message } = error
  const text = String(message ?? '')
  if (code === 'EAUTH' || code === 'ENOAUTH') return 'login'
  if (code === 'EENVELOPE') return String(command).startsWith('RCPT') ? 'recipient' : 'sender'
  if (code === 'EMESSAGE' || command === 'DATA') return 'content'
  if (code === 'ETLS' || /certificate|\b(?:TLS|SSL)\b|wrong version number/i.test(text)) return 'tls'
  return 'connection'
}

/**
 * Returns the server's message, or how the connection ended; never the password, in any form in which a server
 * repeats it.
 */
export function failureDetail(error: MailError, auth: { user: string; pass: string } | undefined): string {
  const { response, message, code } = error
  const detail = [response, message, code].find((text) => typeof text === 'string' && text !== '') ?? ''
  return withoutSecret(String(detail), auth).slice(0, MAX_DETAIL)
}

function withoutSecret(text: string, auth: { user: string; pass: string } | undefined): string {
  if (!auth?.pass) return text
  const base64 = (plain: string) => Buffer.from(plain).toString('base64')
  const forms = [base64(`\0${auth.user}\0${auth.pass}`), base64(auth.pass), auth.pass]
  return forms.reduce((rest, form) => rest.replaceAll(form, '•••'), text)
}
