import type { DisableRule } from '#contract/channel-types/disable-rules.ts'
import { type ErrorCode, errors } from '#contract/errors.ts'
import { readContextOverflow, toOpenAIOverflow } from '../dialects/context-length.ts'
import { isObject, objectOf } from '../dialects/json.ts'
import { LOCAL_ERROR, type OpenAIError } from '../dialects/openai-errors.ts'
import type { Channel } from '../registry/channels.ts'
import { UNSUPPORTED_MEDIUM } from './check-supported.ts'
import { redactKeys } from './redact.ts'
import { type Meaning, meaningOf } from './vendor-signals.ts'

/** How an attempt failed before anything was delivered. */
export interface UpstreamFailure {
  /** `unfit`: the upstream does not support the request, so nothing was sent. */
  kind: 'answered' | 'unreachable' | 'timeout' | 'malformed' | 'oversized' | 'unfit'
  /** The upstream's HTTP status; 0 when there was none. */
  status: number
  error: OpenAIError
  /** The upstream's Retry-After header. */
  retryAfter?: string
}

/** Creates a failure without an upstream's answer. */
export function localFailure(kind: Exclude<UpstreamFailure['kind'], 'answered'>, message: string): UpstreamFailure {
  return { kind, status: 0, error: { message, type: 'upstream_error', param: null, code: null } }
}

export interface Verdict {
  /** Whether another channel may succeed. */
  retry: boolean
  /** Why the channel's credential no longer works, if so. */
  disable: string | undefined
  /** HTTP status for the caller. */
  status: number
  /** The caller's error: a local code, or the upstream's own error. */
  callerError: ErrorCode | OpenAIError
  /** The request exceeds the model's context: only another model, or another server, may accept it. */
  tooLong?: true
}

/** Statuses caused by the request itself, or its slowness: no other channel would help. */
const NEVER_RETRIED_STATUSES = new Set([400, 408, 413, 504, 524])
/** Statuses about the channel's credential, not about the caller. */
const CREDENTIAL_STATUSES = new Set([401, 402, 403])

const BAD_REQUEST = 400
const BUSY = 429
const BAD_GATEWAY = 502
const SERVER_ERROR = 500

const DEAD_CODES = new Set([
  'invalid_api_key',
  'account_deactivated',
  'billing_not_active',
  'API_KEY_INVALID',
  // OpenAI's names for an account without money: https://platform.openai.com/docs/guides/error-codes
  'insufficient_quota',
  'credit_balance_exhausted',
  'organization_spend_limit_exceeded',
  'project_spend_limit_exceeded',
  'organization_usage_limit_exceeded',
])
const DEAD_TYPES = new Set([
  'insufficient_quota',
  'insufficient_user_quota',
  'authentication_error',
  'permission_error',
  'forbidden',
  // Google's: https://ai.google.dev/gemini-api/docs/troubleshooting
  'PERMISSION_DENIED',
  'UNAUTHENTICATED',
])
/** Google's type for a region or an account that it does not serve, which arrives with status 400. */
const UNSERVED_TYPE = 'FAILED_PRECONDITION'
const DEAD_MESSAGES = [
  /^Your credit balance is too low/,
  /^This organization has been disabled\./,
  /^You exceeded your current quota/,
  /^Permission denied/,
  /The security token included in the request is invalid/,
  /Operation not allowed/,
  /Your account is not authorized/,
  /\blimited to [\d,]+ API calls \/ month/,
  /Please add or update your payment method/,
]

/** OpenAI's and Anthropic's codes for a conversation of which another account stores a part. */
const ELSEWHERE_CODES = new Set(['invalid_encrypted_content', 'previous_response_not_found', 'thread_not_found'])

/** Anthropic has codes of its own beside its types: https://platform.claude.com/docs/en/api/errors */
const codeOf = ({ code, vendor }: OpenAIError) => String(objectOf(vendor?.fields.details).error_code ?? code)

/** Whether a call refers to state that another channel's account may have; then this channel has not failed. */
export const refersElsewhere = ({ kind, error }: UpstreamFailure) =>
  kind === 'answered' && ELSEWHERE_CODES.has(codeOf(error))

/**
 * The properties of a channel on which a verdict depends: its status table (for everything but 200), its vendor,
 * and its secrets.
 */
export type JudgedChannel = Pick<Channel, 'statusMapping'> & Partial<Pick<Channel, 'type'>> & Secrets

/** Judges a failed attempt at a channel. `sent`: the caller's request, whose own URLs are not redacted. */
export function judge(failure: UpstreamFailure, judged: JudgedChannel, sent?: Buffer): Verdict {
  const channel = sent ? { ...judged, sent } : judged
  // Another channel may use a format that can express it.
  if (failure.kind === 'unfit')
    return { retry: true, disable: undefined, status: BAD_REQUEST, callerError: failure.error }
  if (refersElsewhere(failure)) {
    return { retry: true, disable: undefined, status: BAD_REQUEST, callerError: redactError(failure.error, channel) }
  }
  if (failure.kind !== 'answered') {
    const code = LOCAL_CODES[failure.kind]
    return { retry: true, disable: undefined, status: errors[code].status, callerError: code }
  }
  if (failure.error.code === UNSUPPORTED_MEDIUM && failure.error.type === LOCAL_ERROR) {
    return {
      retry: false,
      disable: undefined,
      status: errors[UNSUPPORTED_MEDIUM].status,
      callerError: UNSUPPORTED_MEDIUM,
    }
  }
  const mapped = channel.statusMapping[String(failure.status)]
  if (mapped === undefined && readContextOverflow(failure.error, failure.status))
    return tooLongVerdict(failure, channel)
  const meaning = meaningOf(channel.type, failure)
  const disable = deadCredential(failure, meaning, channel)
  const meant = mapped === undefined && meaning && verdictByMeaning(failure, meaning, channel)
  if (meant) return { ...meant, disable }
  const status = mapped ?? failure.status
  const isOurs = CREDENTIAL_STATUSES.has(failure.status) || isBadAccount(failure, disable)
  const retry = (isOurs && mapped === undefined) || (status >= 300 && !NEVER_RETRIED_STATUSES.has(status))
  if (mapped === undefined && isOurs) {
    return { retry, disable, status: errors.upstream_auth.status, callerError: 'upstream_auth' }
  }
  if (status === BUSY) return { retry, disable, status, callerError: 'upstream_busy' }
  // Redirects are not followed, and an invalid HTTP status means nothing to the caller.
  const shown = status >= 400 && status < 600 ? status : BAD_GATEWAY
  return { retry, disable, status: shown, callerError: redactError(failure.error, channel) }
}

/** The verdict on a request that exceeds the model's context, whatever status the vendor returns. */
function tooLongVerdict({ error }: UpstreamFailure, channel: JudgedChannel): Verdict {
  const tell = redactError(toOpenAIOverflow(error), channel)
  return { retry: true, disable: undefined, status: BAD_REQUEST, callerError: tell, tooLong: true }
}

/** The verdict on an error whose meaning is known, whatever status it had. */
function verdictByMeaning(
  { status, error }: UpstreamFailure,
  meaning: Meaning,
  channel: JudgedChannel,
): Omit<Verdict, 'disable'> {
  if (meaning === 'refused') {
    const shown = status >= 400 && status < 500 && !CREDENTIAL_STATUSES.has(status) ? status : BAD_REQUEST
    return { retry: false, status: shown, callerError: redactError(error, channel) }
  }
  if (meaning === 'busy' || status === BUSY) return { retry: true, status: BUSY, callerError: 'upstream_busy' }
  return { retry: true, status: errors.upstream_auth.status, callerError: 'upstream_auth' }
}

/** Some upstreams report a dead key as a bad request, or inside an answer. */
const isBadAccount = ({ status, error }: UpstreamFailure, dead: string | undefined) =>
  status === BAD_REQUEST
    ? dead !== undefined || error.type === UNSERVED_TYPE
    : status >= SERVER_ERROR && dead !== undefined

const LOCAL_CODES = {
  unreachable: 'upstream_unreachable',
  timeout: 'upstream_timeout',
  malformed: 'upstream_malformed',
  oversized: 'answer_too_large',
} as const satisfies Record<string, ErrorCode>

/** The reason is written to logs, mails and audits, so it must not contain the key: some upstreams quote it. */
function deadCredential(
  { status, error }: UpstreamFailure,
  meaning: Meaning | undefined,
  { key }: JudgedChannel,
): string | undefined {
  const rule = ruleOf({ status, error }, meaning)
  return rule ? redactKeys(`status ${status}: ${error.message}`, key).slice(0, 500) : undefined
}

/** Returns the rule by which an answer says that its credential no longer works; undefined = it does not. */
export const deadRule = (failure: UpstreamFailure, type: Channel['type'] | undefined): DisableRule | undefined =>
  ruleOf(failure, meaningOf(type, failure))

function ruleOf({ status, error }: Pick<UpstreamFailure, 'status' | 'error'>, meaning: Meaning | undefined) {
  if (meaning === 'refused' || meaning === 'busy') return undefined
  if (meaning !== undefined) return 'vendor'
  if (status === 401) return 'status'
  if (DEAD_CODES.has(String(error.code))) return 'code'
  if (DEAD_TYPES.has(error.type)) return 'type'
  return DEAD_MESSAGES.some((pattern) => pattern.test(error.message)) ? 'message' : undefined
}

const TOP_LEVELS =
  'com|net|org|io|ai|cn|dev|app|co|cc|xyz|top|me|us|uk|eu|de|fr|jp|kr|hk|tw|sg|ru|cloud|tech|site|online|run|pro|' +
  'info|biz|shop|club|vip|fun|space|gg|lan|local|localhost|internal|intranet|svc|cluster|example|test|' +
  'corp|home|arpa|icu|sbs|cfd|moe|pw|asia|cyou|ltd'
type Substitution = readonly [RegExp, string]
/**
 * All labels of a host before the last, from its first one on: a search that starts at each label would be
 * quadratic in the text's length.
 */
const HOST_NAMES = '(?<![\\w-]|[\\w-]\\.)(?:[a-z0-9-]+\\.)+'
/**
 * Matches what looks like a host. Paths of fields do, too (`schema.properties.info`), so only messages are
 * replaced.
 */
const HOST: Substitution = [new RegExp(`${HOST_NAMES}(?:${TOP_LEVELS})(?::\\d+)?(?![\\w.-])`, 'gi'), '[upstream]']
/** Texts that reveal a host or a key, in the wording of common servers and libraries. */
const SECRETS: readonly Substitution[] = [
  [/\b(?:https?|wss?):\/\/[^\s"'<>)\]]+/gi, '[upstream]'],
  [/\b(?:\d{1,3}\.){3}\d{1,3}(?::\d+)?\b/g, '[upstream]'],
  [/\[[0-9a-f:.]*:[0-9a-f:.]*:[0-9a-f:.%]*\](?::\d+)?/gi, '[upstream]'],
  [
    /(?<=\b(?:lookup|host|dial tcp|E(?:CONNREFUSED|NOTFOUND|TIMEDOUT|HOSTUNREACH)|EAI_AGAIN) )[\w.-]+(?::\d+)?/gi,
    '[upstream]',
  ],
  [/(?<=\bhost=['"])[\w.-]+/gi, '[upstream]'],
  [new RegExp(`${HOST_NAMES}[a-z][a-z0-9-]+:\\d{2,5}\\b`, 'gi'), '[upstream]'],
  [/\blocalhost(?::\d+)?\b/gi, '[upstream]'],
  [/\bsk-[A-Za-z0-9_*.-]{4,}/g, 'sk-***'],
  [/\bBearer [A-Za-z0-9_.~+/=-]+/gi, 'Bearer ***'],
  [/\b(?:AIza[\w-]{10,}|ya29\.[\w.-]+)/g, '***'],
  [/\bprojects\/[\w:.-]+/g, 'projects/***'],
  // Accounts of channels: of AWS, Cloudflare, Volcengine and OpenAI.
  [/\barn:aws[\w-]*:[^\s"'`,)]+/g, 'arn:***'],
  [/(?<=\baccounts\/)[\w-]+/g, '***'],
  [/(?<=\byour account )\d{6,}/gi, '***'],
  [/\b(?:org|proj)[-_][A-Za-z0-9]{8,}/g, '***'],
]
const MIN_KEY_LENGTH = 8

/** What a caller must not see. */
interface Secrets extends Pick<Channel, 'baseUrl' | 'key'> {
  /** The caller's own request: URLs in it are not secret. */
  sent?: Buffer
}

const ADDRESS = /\bhttps?:\/\/[^\s"'<>)\]]*[^\s"'<>)\].,;:!?]/gi
/** Replaces a URL while secrets are removed; no vendor sends these characters. */
const placeholder = (index: number) => `\uE000${index}\uE001`
const PLACEHOLDERS = /\uE000(\d+)\uE001/g

/** Removes a channel's host and the parts of its key. URLs that the caller sent itself stay. */
export function redactError(error: OpenAIError, secrets: Secrets): OpenAIError {
  const bare = createRedactor(secrets)
  const { message, type, param, code, vendor } = error
  return {
    message: bare(message, [HOST]),
    type: bare(type),
    param: param === null ? null : bare(param),
    code: typeof code === 'string' ? bare(code) : code,
    ...(vendor ? { vendor: { ...vendor, fields: objectOf(redactValue(vendor.fields, bare)) } } : {}),
  }
}

type Redactor = (text: string, guesses?: readonly Substitution[]) => string

function createRedactor({ baseUrl, key, sent }: Secrets): Redactor {
  const keys = [key, ...key.split('|')].filter((secret) => secret.length >= MIN_KEY_LENGTH)
  const host = URL.canParse(baseUrl) ? new URL(baseUrl).hostname : ''
  // Whole URLs are replaced first: without its host, the rest would no longer be recognised.
  const own: Substitution[] = host ? [[new RegExp(`${RegExp.escape(host)}(?::\\d+)?`, 'gi'), '[upstream]']] : []
  const isCallers = (address: string) =>
    sent !== undefined && (host === '' || !address.toLowerCase().includes(host)) && containsUrl(sent, address)
  return (text, guesses = []) => {
    const kept: string[] = []
    const marked = text.replace(ADDRESS, (address) =>
      isCallers(address) ? placeholder(kept.push(address) - 1) : address,
    )
    const withoutKey = keys.reduce((rest, secret) => rest.replaceAll(secret, '***'), marked)
    return [...SECRETS, ...guesses, ...own]
      .reduce((rest, [pattern, substitute]) => rest.replace(pattern, substitute), withoutKey)
      .replace(PLACEHOLDERS, (whole, index: string) => kept[Number(index)] ?? whole)
  }
}

/** Whether a request contains a URL; some clients escape its slashes. */
const containsUrl = (sent: Buffer, address: string) =>
  sent.includes(address) || sent.includes(address.replaceAll('/', '\\/'))

/** Redacts all texts in a value of a vendor's error. */
function redactValue(value: unknown, redact: Redactor): unknown {
  if (typeof value === 'string') return redact(value)
  if (Array.isArray(value)) return value.map((item) => redactValue(item, redact))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, redactValue(inner, redact)]))
}

/** Redacts a text that is not part of an error object. */
export const redactText = (words: string, channel: Pick<Channel, 'baseUrl' | 'key'>) =>
  redactError({ message: words, type: '', param: null, code: null }, channel).message
