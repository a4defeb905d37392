import type { Envelope } from '#contract/api/endpoint.ts'
import { type ErrorCode, errorText, isErrorCode, type Language } from '#contract/errors.ts'
import type { Failure } from '../errors/api-error.ts'

/** The rows of one page together with how many there are on all pages. */
export class Page<T> {
  constructor(
    readonly data: T,
    readonly total: number,
  ) {}
}

/** Marks a list reply that has a total. */
export const page = <T>(data: T, total: number) => new Page(data, total)

/** `data` together with what else the envelope says: a message, or fields that the endpoint declares as `beside`. */
export class Beside<T> {
  constructor(
    readonly data: T,
    readonly fields: { message?: string } & Record<string, unknown>,
  ) {}
}

/** Marks a reply whose envelope says more than success. */
export const beside = <T>(data: T, fields: Beside<T>['fields']) => new Beside(data, fields)

/** The envelope of a call that succeeded. */
export function successBody(result: unknown): Envelope<unknown> {
  if (result instanceof Beside) return { ...successBody(result.data), ...result.fields }
  if (result instanceof Page) return { success: true, message: '', data: result.data, total: result.total }
  return { success: true, message: '', ...(result === undefined ? {} : { data: result }) }
}

/** The envelope of a refusal, in the caller's language. */
export function failureBody(failure: Failure, language: Language): Envelope<never> {
  const body: Envelope<never> = { success: false, message: failure.text(language) }
  if (!failure.fields) return body
  const texts = Object.entries(failure.fields).map(([field, code]) => [field, fieldText(code, failure, language)])
  return { ...body, fields: Object.fromEntries(texts) }
}

function fieldText(code: string, failure: Failure, language: Language): string {
  const known: ErrorCode = isErrorCode(code) ? code : 'invalid_parameters'
  return errorText(known, language, failure.parameters)
}

/** The reply of a payment call that succeeded: this API family writes these without `success`. */
export const paymentBody = (result: unknown) => ({ message: 'success', ...(result as object) })

/** The refusal of a payment call; whatever is wrong with its input has one text (contract of this API family). */
export function paymentFailureBody(failure: Failure, language: Language) {
  const isInput = failure.code === 'invalid_parameters'
  return { message: 'error', data: isInput ? errorText('topup_parameters', language) : failure.text(language) }
}
