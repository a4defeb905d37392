import { type ErrorCode, errors } from '#contract/errors.ts'
import { asOpenAIOverflow, contextOverflow } from '../dialects/context-length.ts'
import { isObject, objectOf } from '../dialects/json.ts'
import { LOCAL_ERROR, type OpenAIError } from '../dialects/openai-errors.ts'
import type { Channel } from '../registry/channels.ts'
import { UNSAYABLE } from './answer-media.ts'
import { withoutKeys } from './redact.ts'
import { type Meaning, meaningOf } from './vendor-signals.ts'

/** How an attempt failed before anything was delivered. */
export interface UpstreamFailure {
  /** `unfit`: the upstream cannot be asked for this at all, so that nothing was sent. */
  kind: 'answered' | 'unreachable' | 'timeout' | 'malformed' | 'oversized' | 'unfit'
  /** The upstream's HTTP status; 0 when there was none. */
  status: number
  error: OpenAIError
  /** The upstream's Retry-After header. */
  retryAfter?: string
}

/** A failure that has no answer of the upstream to show. */
export function local(kind: Exclude<UpstreamFailure['kind'], 'answered'>, message: string): UpstreamFailure {
  return { kind, status: 0, error: { message, type: 'upstream_error', param: null, code: null } }
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
  /** The request is longer than the model's context: only another model, or another server, may take it. */
  tooLong?: true
}

/** Statuses where the request itself, or its slowness, is the reason: no other channel would help. */
const NEVER_RETRIED = new Set([400, 408, 413, 504, 524])
/** Statuses in which the upstream speaks about our credential, not about the caller. */
const CREDENTIAL = new Set([401, 402, 403])

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
/** Google's type for a place or an account that it does not serve, which comes as a bad request. */
const UNSERVED = 'FAILED_PRECONDITION'
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

/** OpenAI's and Anthropic's codes for a conversation of which another account keeps a part. */
const ELSEWHERE = new Set(['invalid_encrypted_content', 'previous_response_not_found', 'thread_not_found'])

/** Anthropic has codes of its own beside its types: https://platform.claude.com/docs/en/api/errors */
const codeOf = ({ code, vendor }: OpenAIError) => String(objectOf(vendor?.fields.details).error_code ?? code)

/** Whether a call goes on with something that another channel's account may have; then this one has not failed. */
export const isElsewhere = ({ kind, error }: UpstreamFailure) => kind === 'answered' && ELSEWHERE.has(codeOf(error))

/** What a verdict depends on: the channel's status table (for everything but 200), its vendor, and what must not be told. */
export type JudgedChannel = Pick<Channel, 'statusMapping'> & Partial<Pick<Channel, 'type'>> & Secrets

/** Judges a failed attempt at a channel. `sent`: the caller's request, whose own addresses it is told. */
export function judge(failure: UpstreamFailure, judged: JudgedChannel, sent?: Buffer): Verdict {
  const channel = sent ? { ...judged, sent } : judged
  // Another channel may speak a format that can say it.
  if (failure.kind === 'unfit') return { retry: true, disable: undefined, status: BAD_REQUEST, tell: failure.error }
  if (isElsewhere(failure)) {
    return { retry: true, disable: undefined, status: BAD_REQUEST, tell: withoutSecrets(failure.error, channel) }
  }
  if (failure.kind !== 'answered') {
    const code = LOCAL_CODES[failure.kind]
    return { retry: true, disable: undefined, status: errors[code].status, tell: code }
  }
  if (failure.error.code === UNSAYABLE && failure.error.type === LOCAL_ERROR) {
    return { retry: false, disable: undefined, status: errors[UNSAYABLE].status, tell: UNSAYABLE }
  }
  const mapped = channel.statusMapping[String(failure.status)]
  if (mapped === undefined && contextOverflow(failure.error, failure.status)) return tooLongVerdict(failure, channel)
  const meaning = meaningOf(channel.type, failure)
  const disable = deadCredential(failure, meaning, channel)
  const meant = mapped === undefined && meaning && meantVerdict(failure, meaning, channel)
  if (meant) return { ...meant, disable }
  const status = mapped ?? failure.status
  const isOurs = CREDENTIAL.has(failure.status) || isBadAccount(failure, disable)
  const retry = (isOurs && mapped === undefined) || (status >= 300 && !NEVER_RETRIED.has(status))
  if (mapped === undefined && isOurs) {
    return { retry, disable, status: errors.upstream_auth.status, tell: 'upstream_auth' }
  }
  if (status === BUSY) return { retry, disable, status, tell: 'upstream_busy' }
  // A redirect is not followed, and a status that HTTP does not know means nothing to the caller.
  const shown = status >= 400 && status < 600 ? status : BAD_GATEWAY
  return { retry, disable, status: shown, tell: withoutSecrets(failure.error, channel) }
}

/** The verdict on a request that is longer than the model's context, whatever status the vendor has for that. */
function tooLongVerdict({ error }: UpstreamFailure, channel: JudgedChannel): Verdict {
  const tell = withoutSecrets(asOpenAIOverflow(error), channel)
  return { retry: true, disable: undefined, status: BAD_REQUEST, tell, tooLong: true }
}

/** The verdict on an error whose meaning is known, whatever status it came with. */
function meantVerdict(
  { status, error }: UpstreamFailure,
  meaning: Meaning,
  channel: JudgedChannel,
): Omit<Verdict, 'disable'> {
  if (meaning === 'refused') {
    const shown = status >= 400 && status < 500 && !CREDENTIAL.has(status) ? status : BAD_REQUEST
    return { retry: false, status: shown, tell: withoutSecrets(error, channel) }
  }
  if (meaning === 'busy' || status === BUSY) return { retry: true, status: BUSY, tell: 'upstream_busy' }
  return { retry: true, status: errors.upstream_auth.status, tell: 'upstream_auth' }
}

/** Some upstreams call a dead key a bad request, or tell of it inside of an answer. */
const isBadAccount = ({ status, error }: UpstreamFailure, dead: string | undefined) =>
  status === BAD_REQUEST ? dead !== undefined || error.type === UNSERVED : status >= SERVER_ERROR && dead !== undefined

const LOCAL_CODES = {
  unreachable: 'upstream_unreachable',
  timeout: 'upstream_timeout',
  malformed: 'upstream_malformed',
  oversized: 'answer_too_large',
} as const satisfies Record<string, ErrorCode>

/** The reason goes into logs, mails and audits, so the key must not be in it: some upstreams quote it. */
function deadCredential(
  { status, error }: UpstreamFailure,
  meaning: Meaning | undefined,
  { key }: JudgedChannel,
): string | undefined {
  if (meaning === 'refused' || meaning === 'busy') return undefined
  const dead =
    meaning !== undefined ||
    status === 401 ||
    DEAD_CODES.has(String(error.code)) ||
    DEAD_TYPES.has(error.type) ||
    DEAD_MESSAGES.some((pattern) => pattern.test(error.message))
  return dead ? withoutKeys(`status ${status}: ${error.message}`, key).slice(0, 500) : undefined
}

const TOP_LEVELS =
  'com|net|org|io|ai|cn|dev|app|co|cc|xyz|top|me|us|uk|eu|de|fr|jp|kr|hk|tw|sg|ru|cloud|tech|site|online|run|pro|' +
  'info|biz|shop|club|vip|fun|space|gg|lan|local|localhost|internal|intranet|svc|cluster|example|test|' +
  'corp|home|arpa|icu|sbs|cfd|moe|pw|asia|cyou|ltd'
type Substitution = readonly [RegExp, string]
/** The names before the last of a host, from its first on: to begin a search at each would take the square of a text's length. */
const HOST_NAMES = '(?<![\\w-]|[\\w-]\\.)(?:[a-z0-9-]+\\.)+'
/** What looks like a host. Paths of fields look like one, too (`schema.properties.info`), so only messages lose it. */
const HOST: Substitution = [new RegExp(`${HOST_NAMES}(?:${TOP_LEVELS})(?::\\d+)?(?![\\w.-])`, 'gi'), '[upstream]']
/** Texts that name a place or a key, in the words of common servers and libraries. */
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
  // Accounts that channels belong to: of AWS, Cloudflare, Volcengine and OpenAI.
  [/\barn:aws[\w-]*:[^\s"'`,)]+/g, 'arn:***'],
  [/(?<=\baccounts\/)[\w-]+/g, '***'],
  [/(?<=\byour account )\d{6,}/gi, '***'],
  [/\b(?:org|proj)[-_][A-Za-z0-9]{8,}/g, '***'],
]
const SHORTEST_KEY = 8

/** What a caller must not learn. */
interface Secrets extends Pick<Channel, 'baseUrl' | 'key'> {
  /** The caller's own request: addresses in it are no secrets. */
  sent?: Buffer
}

const ADDRESS = /\bhttps?:\/\/[^\s"'<>)\]]*[^\s"'<>)\].,;:!?]/gi
/** Stands for an address while secrets are taken out; no vendor sends such letters. */
const place = (index: number) => `\uE000${index}\uE001`
const PLACES = /\uE000(\d+)\uE001/g

/** Callers never learn where a channel points to, nor parts of its key. Addresses that they named themselves stay. */
export function withoutSecrets(error: OpenAIError, secrets: Secrets): OpenAIError {
  const bare = bareText(secrets)
  const { message, type, param, code, vendor } = error
  return {
    message: bare(message, [HOST]),
    type: bare(type),
    param: param === null ? null : bare(param),
    code: typeof code === 'string' ? bare(code) : code,
    ...(vendor ? { vendor: { ...vendor, fields: objectOf(bareValue(vendor.fields, bare)) } } : {}),
  }
}

type Bare = (text: string, guesses?: readonly Substitution[]) => string

function bareText({ baseUrl, key, sent }: Secrets): Bare {
  const keys = [key, ...key.split('|')].filter((secret) => secret.length >= SHORTEST_KEY)
  const host = URL.canParse(baseUrl) ? new URL(baseUrl).hostname : ''
  // Whole addresses first: without its host, the rest of one would be no address any more.
  const own: Substitution[] = host ? [[new RegExp(`${RegExp.escape(host)}(?::\\d+)?`, 'gi'), '[upstream]']] : []
  const isCallers = (address: string) =>
    sent !== undefined && (host === '' || !address.toLowerCase().includes(host)) && isIn(sent, address)
  return (text, guesses = []) => {
    const kept: string[] = []
    const marked = text.replace(ADDRESS, (address) => (isCallers(address) ? place(kept.push(address) - 1) : address))
    const withoutKey = keys.reduce((rest, secret) => rest.replaceAll(secret, '***'), marked)
    return [...SECRETS, ...guesses, ...own]
      .reduce((rest, [pattern, substitute]) => rest.replace(pattern, substitute), withoutKey)
      .replace(PLACES, (whole, index: string) => kept[Number(index)] ?? whole)
  }
}

/** Whether a request names an address; some clients write its slashes with a backslash. */
const isIn = (sent: Buffer, address: string) => sent.includes(address) || sent.includes(address.replaceAll('/', '\\/'))

/** A value of a vendor's error without what callers must not learn, in all of its texts. */
function bareValue(value: unknown, bare: Bare): unknown {
  if (typeof value === 'string') return bare(value)
  if (Array.isArray(value)) return value.map((item) => bareValue(item, bare))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, bareValue(inner, bare)]))
}

/** The same for words that came without an error around them. */
export const wordsWithoutSecrets = (words: string, channel: Pick<Channel, 'baseUrl' | 'key'>) =>
  withoutSecrets({ message: words, type: '', param: null, code: null }, channel).message
