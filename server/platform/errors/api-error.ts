import { type ErrorCode, type ErrorParameters, errors, errorText, type Language } from '#contract/errors.ts'

/** An expected error with a code of the registry; it is written in the format of the caller. */
export class ApiError extends Error {
  /** The reader's, where that is known better than from the request; it goes before the language of the reply. */
  language?: Language

  constructor(
    readonly code: ErrorCode,
    readonly parameters: ErrorParameters = {},
    /** Field name → error code, for a form. */
    readonly fields?: Record<string, string>,
    /** Seconds to wait before a retry. */
    readonly retryAfter?: number,
  ) {
    super(errorText(code, 'en', parameters))
    this.name = 'ApiError'
  }

  get status(): number {
    return errors[this.code].status
  }

  text(language: Language): string {
    return errorText(this.code, this.language ?? language, this.parameters)
  }
}
