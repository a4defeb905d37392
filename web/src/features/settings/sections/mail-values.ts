import { MAIL_OPTIONS } from '#contract/api/options.ts'
import { type Drafts, type Texts, wantedText } from '../drafts/drafts.ts'
import { isSecret } from '../options/sections.ts'

/**
 * Returns the values for a test mail, drafts included. An unchanged password is omitted: the server uses its
 * own.
 */
export function mailValues(texts: Texts, drafts: Drafts): Partial<Record<(typeof MAIL_OPTIONS)[number], string>> {
  const keys = MAIL_OPTIONS.filter((key) => !isSecret(key) || drafts.has(key))
  return Object.fromEntries(keys.map((key) => [key, wantedText(key, texts, drafts)]))
}

const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** Returns the reason why no test mail can be sent, if any. */
export function mailProblem(
  { SMTPServer = '', SMTPFrom = '', SMTPAccount = '' }: ReturnType<typeof mailValues>,
  to: string,
): 'missing' | 'noSender' | 'invalid' | null {
  if (SMTPServer.trim() === '') return 'missing'
  if (SMTPFrom.trim() === '' && SMTPAccount.trim() === '') return 'noSender'
  return ADDRESS.test(to) ? null : 'invalid'
}
