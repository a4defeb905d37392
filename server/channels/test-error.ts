import { type ErrorCode, errorText, isErrorCode, type Language } from '#contract/errors.ts'
import type { ApiError } from '../platform/errors/api-error.ts'

/** Serializes a failed test as code and parameters, so that it can be shown in any language. "" = no failure. */
export function storedTestError(failure: ApiError | undefined): string {
  return failure ? JSON.stringify({ code: failure.code, parameters: failure.parameters }) : ''
}

/** Returns the text of a stored failure; one with an unknown code is returned as stored. */
export function testErrorText(stored: string, language: Language): string {
  if (stored === '') return ''
  const { code, parameters } = JSON.parse(stored) as { code: ErrorCode; parameters: ApiError['parameters'] }
  return isErrorCode(code) ? errorText(code, language, parameters) : stored
}
