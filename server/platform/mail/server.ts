import type { OptionValues } from '#contract/options.ts'
import { readSender } from '#contract/sender.ts'

type MailOptions = Readonly<
  Pick<OptionValues, 'SMTPServer' | 'SMTPPort' | 'SMTPAccount' | 'SMTPToken' | 'SMTPFrom' | 'SMTPSSLEnabled'>
>

/** Port on which TLS begins with the first byte (RFC 8314). */
const IMPLICIT_TLS_PORT = 465
const CONNECT_TIMEOUT_MS = 10_000
const SILENCE_TIMEOUT_MS = 15_000

/**
 * The connection to the operator's mail server; undefined = not configured. Certificates are always checked, and a
 * password is sent over an unencrypted connection only to this machine.
 */
export function mailServer(options: MailOptions) {
  const { SMTPServer: host, SMTPPort: port, SMTPAccount: account, SMTPFrom: from } = options
  if (!host || !(from || account)) return undefined
  const sender = readSender(from || account) ?? { name: '', address: from || account }
  const secure = options.SMTPSSLEnabled || port === IMPLICIT_TLS_PORT
  return {
    sender,
    connection: {
      host,
      port,
      secure,
      requireTLS: !secure && account !== '' && !/^(localhost|127\.\d+\.\d+\.\d+|::1)$/.test(host),
      ...(account ? { auth: { user: account, pass: options.SMTPToken } } : {}),
      connectionTimeout: CONNECT_TIMEOUT_MS,
      greetingTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SILENCE_TIMEOUT_MS,
      // Mails contain only our own text: nothing may be read from files or fetched from URLs.
      disableFileAccess: true,
      disableUrlAccess: true,
    },
  }
}
