import { MAIL_OPTIONS } from '#contract/api/options.ts'
import type { OptionValues } from '#contract/options.ts'
import type { Vault } from '../store/vault.ts'

/** A stored mark of the mail state, valid only for the mail options that it was made with. */
export function mailStateMark(state: 'tested' | 'not_needed', vault: Vault, options: Readonly<OptionValues>): string {
  // Keyed, because the options include the password.
  const print = vault.hash(JSON.stringify(MAIL_OPTIONS.map((key) => options[key]))).slice(0, 16)
  return `${state} ${print}`
}

/**
 * Returns the state of mails: a test counts for the options it was made with, and so does the decision that no
 * mails are needed.
 */
export function mailState(vault: Vault, options: Readonly<OptionValues>): 'open' | 'tested' | 'not_needed' {
  if (options.SetupMail === mailStateMark('tested', vault, options)) return 'tested'
  const isNotNeeded = options.SetupMail === mailStateMark('not_needed', vault, options)
  // Registration with e-mail verification needs mails, whatever was decided before.
  return isNotNeeded && !options.EmailVerificationEnabled ? 'not_needed' : 'open'
}
