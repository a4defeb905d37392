import { ApiError } from '#web/lib/api.ts'

/** Throws the same failure with words around its message that say what it was that failed. */
export const toldAs =
  (tell: (message: string) => string) =>
  (error: Error): never => {
    if (!(error instanceof ApiError)) throw new Error(tell(error.message))
    throw new ApiError(tell(error.message), error.status, error.requestId, error.fields)
  }
