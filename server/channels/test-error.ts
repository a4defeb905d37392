import { type ErrorCode, errorText, isErrorCode, type Language } from '#contract/errors.ts'
import type { Failure } from '../errors/api-error.ts'

/** A failed test as it is stored: without words, so that everybody can read it in their language. "" = no failure. */
export function storedTestError(failure: Failure | undefined): string {
  return failure ? JSON.stringify({ code: failure.code, parameters: failure.parameters }) : ''
}

/** A stored failure in words; one that this version does not know stays as it is. */
export function testErrorText(stored: string, language: Language): string {
  if (stored === '') return ''
  const { code, parameters } = JSON.parse(stored) as { code: ErrorCode; parameters: Failure['parameters'] }
  return isErrorCode(code) ? errorText(code, language, parameters) : stored
}
