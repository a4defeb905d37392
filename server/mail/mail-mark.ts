import { MAIL_OPTIONS } from '#contract/api/options.ts'
import type { OptionValues } from '#contract/options.ts'
import type { Vault } from '../store/vault.ts'

/** What is remembered of mails: what was found or decided, and for which options of the mail server that holds. */
export function mailMark(state: 'tested' | 'not_needed', vault: Vault, options: Readonly<OptionValues>): string {
  // Keyed, because the password is among them.
  const print = vault.index(JSON.stringify(MAIL_OPTIONS.map((key) => options[key]))).slice(0, 16)
  return `${state} ${print}`
}

/** What is known of mails: a test counts for the options it was made with, and so does the word that none are needed. */
export function mailState(vault: Vault, options: Readonly<OptionValues>): 'open' | 'tested' | 'not_needed' {
  if (options.SetupMail === mailMark('tested', vault, options)) return 'tested'
  const isNotNeeded = options.SetupMail === mailMark('not_needed', vault, options)
  // Whoever asks for mails to register needs them, whatever was said before.
  return isNotNeeded && !options.EmailVerificationEnabled ? 'not_needed' : 'open'
}
