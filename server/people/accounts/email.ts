import type { OptionValues } from '#contract/options.ts'
import { ApiError } from '../../platform/errors/api-error.ts'

type EmailOptions = Readonly<
  Pick<OptionValues, 'EmailDomainRestrictionEnabled' | 'EmailDomainWhitelist' | 'EmailAliasRestrictionEnabled'>
>

/** Checks an address (in lower case) against the operator's rules. Throws email_domain_refused, email_alias_refused. */
export function checkEmail(options: EmailOptions, address: string): void {
  const at = address.lastIndexOf('@')
  const domains = options.EmailDomainWhitelist.map((domain) => domain.toLowerCase())
  if (options.EmailDomainRestrictionEnabled && !domains.includes(address.slice(at + 1))) {
    throw new ApiError('email_domain_refused', {}, { email: 'email_domain_refused' })
  }
  if (options.EmailAliasRestrictionEnabled && /[+.]/.test(address.slice(0, at))) {
    throw new ApiError('email_alias_refused', {}, { email: 'email_alias_refused' })
  }
}
