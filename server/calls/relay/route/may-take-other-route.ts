import type { ErrorCode } from '#contract/errors.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { RelayFailure } from '../../upstream/relay-failure.ts'

/** Errors of a route after which another one may serve the call. */
const UNSERVED = new Set<ErrorCode>(['no_channel', 'model_not_found', 'channels_at_limit', 'operation_unsupported'])

/** Whether a call goes on to its next route after the error of one. */
export const mayTakeOtherRoute = (error: unknown): boolean =>
  error instanceof RelayFailure ? error.verdict.retry : error instanceof ApiError && UNSERVED.has(error.code)
