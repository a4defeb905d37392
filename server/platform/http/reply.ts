import type { Envelope } from '#contract/api/endpoint.ts'
import { CLIENT_CODES, type ErrorCode, errorText, isErrorCode, type Language } from '#contract/errors.ts'
import type { ApiError } from '../errors/api-error.ts'

/** The rows of one page, and the total number of rows. */
export class Page<T> {
  constructor(
    readonly data: T,
    readonly total: number,
  ) {}
}

/** Wraps a list reply that has a total. */
export const page = <T>(data: T, total: number) => new Page(data, total)

/**
 * `data` together with additional fields of the envelope: a message, or fields that the endpoint declares as
 * `beside`.
 */
export class Beside<T> {
  constructor(
    readonly data: T,
    readonly fields: { message?: string } & Record<string, unknown>,
  ) {}
}

/** Wraps a reply whose envelope has additional fields. */
export const beside = <T>(data: T, fields: Beside<T>['fields']) => new Beside(data, fields)

/** Builds the envelope of a successful call. */
export function successBody(result: unknown): Envelope<unknown> {
  if (result instanceof Beside) return { ...successBody(result.data), ...result.fields }
  if (result instanceof Page) return { success: true, message: '', data: result.data, total: result.total }
  return { success: true, message: '', ...(result === undefined ? {} : { data: result }) }
}

/** Builds the envelope of an error, in the caller's language. */
export function errorBody(failure: ApiError, language: Language): Envelope<never> {
  const code = CLIENT_CODES.includes(failure.code) ? { code: failure.code } : {}
  const body: Envelope<never> = { success: false, message: failure.text(language), ...code }
  if (!failure.fields) return body
  const texts = Object.entries(failure.fields).map(([field, code]) => [field, fieldText(code, failure, language)])
  return { ...body, fields: Object.fromEntries(texts) }
}

function fieldText(code: string, failure: ApiError, language: Language): string {
  const known: ErrorCode = isErrorCode(code) ? code : 'invalid_parameters'
  return errorText(known, language, failure.parameters)
}

/** Builds the reply of a successful payment call, which has no `success` field in this API family. */
export const paymentBody = (result: unknown) => ({ message: 'success', ...(result as object) })

/** Builds the error reply of a payment call; all input errors have one text (contract of this API family). */
export function paymentErrorBody(failure: ApiError, language: Language) {
  const isInput = failure.code === 'invalid_parameters'
  return { message: 'error', data: isInput ? errorText('topup_parameters', language) : failure.text(language) }
}
