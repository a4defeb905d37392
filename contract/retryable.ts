/** Statuses of failures that may be temporary. */
const RETRYABLE_STATUSES = new Set([408, 409, 425, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524, 529])
/** Codes of failures with such a status that last until the operator changes something, or for hours. */
const PERMANENT_CODES = new Set<unknown>([
  'upstream_auth',
  'daily_calls_exceeded',
  'daily_tokens_exceeded',
  'budget_exceeded',
])

/**
 * Whether the same call may succeed soon: the official SDKs of OpenAI and Anthropic obey this header before they
 * look at the status (`shouldRetry` in both: https://github.com/openai/openai-node/blob/master/src/client.ts).
 */
export const isRetryable = (status: number, code: unknown) =>
  RETRYABLE_STATUSES.has(status) && !PERMANENT_CODES.has(code)
