import { explainFailure } from './connection-failures.ts'
import { accessErrors } from './errors/access.ts'
import { accountErrors } from './errors/account.ts'
import { alertsErrors } from './errors/alerts.ts'
import { channelsErrors } from './errors/channels.ts'
import { configurationErrors } from './errors/configuration.ts'
import { identityErrors } from './errors/identity.ts'
import { optionsErrors } from './errors/options.ts'
import { redemptionErrors } from './errors/redemption.ts'
import { registrationErrors } from './errors/registration.ts'
import { relayErrors } from './errors/relay.ts'
import { serverErrors } from './errors/server.ts'
import { tokensErrors } from './errors/tokens.ts'
import { topupErrors } from './errors/topup.ts'
import { usersErrors } from './errors/users.ts'
import type { Words } from './words.ts'

/** Every error that Switchyard itself returns, by code. */
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
  ...alertsErrors,
  ...serverErrors,
  ...configurationErrors,
  ...relayErrors,
}

/**
 * Errors that a client acts on: the envelope names them. The first step of a login is done; a second factor must be
 * added first; a proof of identity is too old; mail is not set up, for which root is led to the setting.
 */
export const CLIENT_CODES: readonly ErrorCode[] = [
  'second_factor_needed',
  'second_factor_missing',
  'proof_needed',
  'mail_not_configured',
]

export type ErrorCode = keyof typeof errors
export type Language = 'zh' | 'en'

/** Values of the `{x}` placeholders in an error's text. */
export type ErrorParameters = Readonly<Record<string, string | number | Words>>

/**
 * Returns the text of an error in a language, with its parameters filled in. A `detail` of a failed connection gets
 * plain words.
 */
export function errorText(code: ErrorCode, language: Language, parameters: ErrorParameters = {}) {
  return errors[code][language].replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = parameters[name] ?? whole
    if (typeof value === 'object') return value[language]
    return name === 'detail' ? explainFailure(String(value), language) : String(value)
  })
}

/** Whether a text is an error code, as in the contract's validation messages. */
export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(errors, text)
}
