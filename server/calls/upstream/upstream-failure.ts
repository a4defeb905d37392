import type { DisableRule } from '#contract/channel-types/disable-rules.ts'
import { type ErrorCode, errors } from '#contract/errors.ts'
import { isRecord } from '#contract/is-record.ts'
import { readContextOverflow, toOpenAIOverflow } from '../../formats/dialects/context-length.ts'
import { objectOf } from '../../formats/dialects/json.ts'
import { LOCAL_ERROR, type OpenAIError } from '../../formats/dialects/openai-errors.ts'
import type { Channel } from '../../formats/providers/channel.ts'
import { UNSUPPORTED_MEDIUM } from './check-supported.ts'
import { consequences, type Evidence, type Meaning } from './meanings.ts'
import { readMeaning } from './read-meaning.ts'
import { redactKeys } from './redact.ts'

/** How an attempt failed before anything was delivered. */
export interface UpstreamFailure {
  /** `unfit`: the upstream does not support the request, so nothing was sent. */
  kind: 'answered' | 'unreachable' | 'timeout' | 'malformed' | 'oversized' | 'unfit'
  /** The upstream's HTTP status; 0 when there was none. */
  status: number
  error: OpenAIError
  /** Milliseconds after which the upstream asks to come again. */
  waitMs?: number
  /** The error came inside an answer and names no status. */
  hasNoStatus?: true
}

/** Creates a failure without an upstream's answer. */
export function localFailure(kind: Exclude<UpstreamFailure['kind'], 'answered'>, message: string): UpstreamFailure {
  return { kind, status: 0, error: { message, type: 'upstream_error', param: null, code: null } }
}

export interface Verdict {
  /** What the failure means. */
  meaning: Meaning
  by: Evidence
  /** Whether another channel may succeed. */
  retry: boolean
  /** Why the channel's key or its account no longer works, if so. */
  disable: string | undefined
  /** HTTP status for the caller. */
  status: number
  /** The caller's error: a local code, or the upstream's own error. */
  callerError: ErrorCode | OpenAIError
  /** The request exceeds the model's context: only another model, or another server, may accept it. */
  tooLong?: true
}

const BAD_REQUEST = 400
const BUSY = 429
const BAD_GATEWAY = 502

/**
 * The properties of a channel on which a verdict depends: its status table (for everything but 200), its vendor,
 * and its secrets.
 */
export type JudgedChannel = Pick<Channel, 'statusMapping'> & Partial<Pick<Channel, 'type'>> & Secrets

/** Judges a failed attempt at a channel. `sent`: the caller's request, whose own URLs are not redacted. */
export function judge(failure: UpstreamFailure, judged: JudgedChannel, sent?: Buffer): Verdict {
  const channel = sent ? { ...judged, sent } : judged
  const plain = { retry: true, disable: undefined, by: 'name' } as const
  // Another channel may use a format that can express it.
  if (failure.kind === 'unfit') return { ...plain, meaning: 'unfit', status: BAD_REQUEST, callerError: failure.error }
  if (failure.kind !== 'answered') {
    const code = LOCAL_CODES[failure.kind]
    const meaning = failure.kind === 'timeout' ? 'slow' : 'broken'
    return { ...plain, meaning, status: errors[code].status, callerError: code }
  }
  const { error } = failure
  if (error.code === UNSUPPORTED_MEDIUM && error.type === LOCAL_ERROR) {
    const { status } = errors[UNSUPPORTED_MEDIUM]
    return { ...plain, meaning: 'request', retry: false, status, callerError: UNSUPPORTED_MEDIUM }
  }
  const mapped = channel.statusMapping[String(failure.status)]
  if (mapped === undefined && readContextOverflow(error, failure.status)) {
    const callerError = redactError(toOpenAIOverflow(error), channel)
    return { ...plain, meaning: 'unfit', status: BAD_REQUEST, callerError, tooLong: true }
  }
  const reading = readMeaning(channel.type, failure)
  const disable = isOfAccount(reading.meaning) ? reasonOf(failure, channel) : undefined
  const follows = mapped === undefined ? byMeaning(reading.meaning, failure, channel) : byStatus(mapped, error, channel)
  return { ...reading, ...follows, disable }
}

/** Whether a meaning is about the key or its account, which no call of anybody gets past. */
export const isOfAccount = (meaning: Meaning): meaning is 'key' | 'money' => consequences[meaning].key === 'stop'

/** Returns the rule by which a channel is disabled: what its error means. */
export const disableRule = ({ meaning }: Pick<Verdict, 'meaning'>): DisableRule | undefined =>
  isOfAccount(meaning) ? meaning : undefined

type Told = Pick<Verdict, 'retry' | 'status' | 'callerError'>

/** Statuses that say to a caller that its own token, or its own account, is refused, or that it is too fast. */
const MISLEADING = new Set([401, 402, 403, 407, 408, BUSY])
const isCallersStatus = (status: number) => status >= 400 && status < 500 && !MISLEADING.has(status)

function byMeaning(meaning: Meaning, { status, error }: UpstreamFailure, channel: JudgedChannel): Told {
  const { otherChannel: retry, tell } = consequences[meaning]
  const sentence = () => redactError(error, channel)
  if (tell === 'refusal')
    return { retry, status: isCallersStatus(status) ? status : BAD_REQUEST, callerError: sentence() }
  if (tell === 'busy') return { retry, status: BUSY, callerError: 'upstream_busy' }
  // The name of a model that is not there is the caller's; a model that an account may not use is not.
  const isCallersModel = meaning === 'model' && !MISLEADING.has(status) && error.type !== UNSERVED_TYPE
  if (tell === 'account' && !isCallersModel)
    return { retry, status: errors.upstream_auth.status, callerError: 'upstream_auth' }
  if (meaning === 'load' && status < 500) return { retry, status: OVERLOADED, callerError: 'upstream_busy' }
  // Redirects are not followed, and an invalid HTTP status means nothing to the caller.
  const shown = status >= 400 && status < 600 && !MISLEADING_UNKNOWN.has(status) ? status : BAD_GATEWAY
  return { retry, status: shown, callerError: sentence() }
}

/** Google's type for a region or an account that it does not serve. */
const UNSERVED_TYPE = 'FAILED_PRECONDITION'
const OVERLOADED = BUSY
const MISLEADING_UNKNOWN = new Set([401, 402, 403, 407])

/** Statuses after which no other channel is tried, where the operator's table replaces one. */
const NEVER_RETRIED = new Set([400, 408, 413, 504, 524])

/** What the operator's table says of a status replaces what the error means. */
function byStatus(mapped: number, error: OpenAIError, channel: JudgedChannel): Told {
  const retry = mapped >= 300 && !NEVER_RETRIED.has(mapped)
  if (mapped === BUSY) return { retry, status: BUSY, callerError: 'upstream_busy' }
  return {
    retry,
    status: mapped >= 400 && mapped < 600 ? mapped : BAD_GATEWAY,
    callerError: redactError(error, channel),
  }
}

const LOCAL_CODES = {
  unreachable: 'upstream_unreachable',
  timeout: 'upstream_timeout',
  malformed: 'upstream_malformed',
  oversized: 'answer_too_large',
} as const satisfies Record<string, ErrorCode>

/** The reason is written to logs, mails and audits, so it must not contain the key: some upstreams quote it. */
const reasonOf = ({ status, error }: UpstreamFailure, { key }: JudgedChannel) =>
  redactKeys(`status ${status}: ${error.message}`, key).slice(0, 500)

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
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, redactValue(inner, redact)]))
}

/** Redacts a text that is not part of an error object. */
export const redactText = (words: string, channel: Pick<Channel, 'baseUrl' | 'key'>) =>
  redactError({ message: words, type: '', param: null, code: null }, channel).message
