import { ApiError } from '#web/lib/api.ts'

/** Rethrows the failure with its message wrapped in a text that names what failed. */
export const wrapError =
  (tell: (message: string) => string) =>
  (error: Error): never => {
    if (!(error instanceof ApiError)) throw new Error(tell(error.message))
    throw new ApiError(tell(error.message), error.status, error.requestId, error.fields)
  }
