import { type ErrorCode, errors } from '#contract/errors.ts'
import type { OpenAIError } from '../dialects/openai-errors.ts'

/** How an attempt failed before anything was delivered. */
export interface UpstreamFailure {
  kind: 'answered' | 'unreachable' | 'timeout' | 'malformed'
  /** The upstream's HTTP status; 0 when there was none. */
  status: number
  error: OpenAIError
  /** The upstream's Retry-After header. */
  retryAfter?: string
}

export interface Verdict {
  /** Another channel may do better. */
  retry: boolean
  /** Why the channel's credential is of no use any more, if so. */
  disable: string | undefined
  /** HTTP status for the caller. */
  status: number
  /** What the caller is told: a local code, or the upstream's own error. */
  tell: ErrorCode | OpenAIError
}

/** Statuses where the request itself, or its slowness, is the reason: no other channel would help. */
const NEVER_RETRIED = new Set([400, 408, 413, 504, 524])
/** Statuses in which the upstream speaks about our credential, not about the caller. */
const CREDENTIAL = new Set([401, 402, 403])

const DEAD_CODES = new Set(['invalid_api_key', 'account_deactivated', 'billing_not_active'])
const DEAD_TYPES = new Set([
  'insufficient_quota',
  'insufficient_user_quota',
  'authentication_error',
  'permission_error',
  'forbidden',
])
const DEAD_MESSAGES = [
  /^Your credit balance is too low/,
  /^This organization has been disabled\./,
  /^You exceeded your current quota/,
  /^Permission denied/,
  /The security token included in the request is invalid/,
  /Operation not allowed/,
  /Your account is not authorized/,
]

/** Judges a failed attempt. `statusMapping` is the channel's own table and applies to everything but 200. */
export function judge(failure: UpstreamFailure, statusMapping: Readonly<Record<string, number>>): Verdict {
  const disable = deadCredential(failure)
  if (failure.kind !== 'answered') {
    const code = LOCAL_CODES[failure.kind]
    return { retry: true, disable, status: errors[code].status, tell: code }
  }
  const status = statusMapping[String(failure.status)] ?? failure.status
  const retry = status >= 300 && !NEVER_RETRIED.has(status)
  if (statusMapping[String(failure.status)] === undefined && CREDENTIAL.has(failure.status)) {
    return { retry, disable, status: errors.upstream_auth.status, tell: 'upstream_auth' }
  }
  if (status === 429) return { retry, disable, status, tell: 'upstream_busy' }
  return { retry, disable, status: status >= 300 ? status : 500, tell: withoutAddresses(failure.error) }
}

const LOCAL_CODES = {
  unreachable: 'upstream_unreachable',
  timeout: 'upstream_timeout',
  malformed: 'upstream_malformed',
} as const satisfies Record<string, ErrorCode>

function deadCredential({ kind, status, error }: UpstreamFailure): string | undefined {
  if (kind !== 'answered') return undefined
  const dead =
    status === 401 ||
    DEAD_CODES.has(String(error.code)) ||
    DEAD_TYPES.has(error.type) ||
    DEAD_MESSAGES.some((pattern) => pattern.test(error.message))
  return dead ? `status ${status}: ${error.message}`.slice(0, 500) : undefined
}

/** Callers never learn where a channel points to, nor parts of its key. */
function withoutAddresses(error: OpenAIError): OpenAIError {
  const message = error.message
    .replace(/\b(?:https?|wss?):\/\/[^\s"'<>)\]]+/gi, '[upstream]')
    .replace(/\b(?:\d{1,3}\.){3}\d{1,3}(?::\d+)?\b/g, '[upstream]')
    .replace(/\b(?:[a-z0-9-]+\.)+(?:com|net|org|io|ai|cn|dev|app|local|internal)(?::\d+)?\b/gi, '[upstream]')
    .replace(/\bsk-[A-Za-z0-9_*.-]{4,}/g, 'sk-***')
  return { ...error, message }
}
