import { type ErrorCode, type ErrorParameters, errors, errorText, type Language } from '#contract/errors.ts'

/** An expected failure with a code of the registry; becomes the reply of whatever dialect the caller speaks. */
export class Failure extends Error {
  constructor(
    readonly code: ErrorCode,
    readonly parameters: ErrorParameters = {},
    /** Field name → error code, for a form. */
    readonly fields?: Record<string, string>,
    /** Seconds to wait before trying again. */
    readonly retryAfter?: number,
  ) {
    super(errorText(code, 'en', parameters))
    this.name = 'Failure'
  }

  get status(): number {
    return errors[this.code].status
  }

  text(language: Language): string {
    return errorText(this.code, language, this.parameters)
  }
}
