import { accessErrors } from './errors/access.ts'
import { accountErrors } from './errors/account.ts'
import { channelsErrors } from './errors/channels.ts'
import { identityErrors } from './errors/identity.ts'
import { optionsErrors } from './errors/options.ts'
import { redemptionErrors } from './errors/redemption.ts'
import { registrationErrors } from './errors/registration.ts'
import { relayErrors } from './errors/relay.ts'
import { serverErrors } from './errors/server.ts'
import { tokensErrors } from './errors/tokens.ts'
import { topupErrors } from './errors/topup.ts'
import { usersErrors } from './errors/users.ts'

/** Every error that Switchyard makes itself, by its code. */
export const errors = {
  ...accessErrors,
  ...usersErrors,
  ...redemptionErrors,
  ...optionsErrors,
  ...channelsErrors,
  ...tokensErrors,
  ...topupErrors,
  ...registrationErrors,
  ...identityErrors,
  ...accountErrors,
  ...serverErrors,
  ...relayErrors,
}

export type ErrorCode = keyof typeof errors
export type Language = 'zh' | 'en'

/** The text of an error in a language, with its parameters filled in. */
export function errorText(code: ErrorCode, language: Language, parameters: Record<string, string | number> = {}) {
  return errors[code][language].replace(/\{(\w+)\}/g, (whole, name: string) =>
    name in parameters ? String(parameters[name]) : whole,
  )
}

/** Whether a text is the code of an error, as validation messages in the contract are. */
export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(errors, text)
}
