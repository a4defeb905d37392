import { explainFailure } from './connection-failures.ts'
import en from './errors/en.json' with { type: 'json' }
import zh from './errors/zh.json' with { type: 'json' }
import type { Words } from './words.ts'

type Texts = typeof zh
export type ErrorCode = { [Area in keyof Texts]: keyof Texts[Area] }[keyof Texts]
export type Language = 'zh' | 'en'

/** An error that Switchyard itself returns: HTTP status and text in both languages. `{x}` are parameters. */
export interface ErrorText {
  status: number
  zh: string
  en: string
}

/** The codes of each HTTP status. Errors that are not listed have 200, as consoles of this API family expect. */
const STATUSES = {
  400: [
    ...['option_body_invalid', 'pinned_channel_invalid', 'body_invalid', 'model_required', 'model_name_invalid'],
    ...['field_required', 'image_count_invalid', 'speech_text_required', 'image_look_invalid', 'invalid_query'],
    ...['invalid_documents', 'max_tokens_invalid', 'background_unsupported', 'background_needs_store'],
    ...['response_in_progress', 'sensitive_words_detected', 'access_token_not_supported', 'operation_unsupported'],
    ...['model_unpriced', 'answer_medium_unsupported', 'previous_response_not_found', 'response_not_in_background'],
    ...['invalid_encrypted_content'],
  ],
  401: [
    ...['not_logged_in', 'user_header_missing', 'user_header_invalid', 'user_header_mismatch', 'token_missing'],
    ...['token_invalid', 'token_exhausted', 'token_expired', 'token_disabled'],
  ],
  403: [
    ...['foreign_page', 'oauth_state_invalid', 'caller_banned', 'pinning_not_allowed', 'pinned_channel_disabled'],
    ...['ip_not_allowed', 'token_group_disabled', 'group_deprecated', 'group_not_allowed', 'model_not_allowed'],
    ...['endpoint_not_allowed', 'insufficient_user_quota', 'insufficient_token_quota', 'quota_ended_stream'],
    ...['call_stopped', 'answer_exceeds_quota', 'unpaid_limit_reached'],
  ],
  404: ['status_page_off', 'response_not_found', 'item_not_found', 'invalid_url', 'model_not_found'],
  408: ['body_too_slow', 'session_too_long'],
  413: ['body_too_large', 'frame_too_large'],
  415: ['encoding_unsupported'],
  426: ['upgrade_required', 'responses_socket_unsupported'],
  429: [
    ...['too_many_requests', 'call_rate_exceeded', 'daily_calls_exceeded', 'token_rate_exceeded'],
    ...['daily_tokens_exceeded', 'parallel_calls_exceeded', 'budget_exceeded', 'channels_at_limit'],
    ...['too_many_large_calls', 'too_many_large_answers', 'quota_reserved', 'upstream_busy'],
  ],
  500: ['internal_error'],
  501: ['api_not_implemented'],
  502: ['upstream_unreachable', 'upstream_cut', 'upstream_malformed', 'answer_too_large', 'upstream_auth'],
  503: [
    ...['read_too_long', 'database_unreachable', 'large_calls_everywhere', 'large_answers_everywhere', 'no_channel'],
    ...['billing_unavailable', 'shutting_down'],
  ],
  504: ['upstream_timeout'],
} as const satisfies Record<number, readonly ErrorCode[]>

/** Every error that Switchyard itself returns, by code. Bundles that need no texts leave them out. */
export const errors = /* @__PURE__ */ createErrors()

function createErrors(): Record<ErrorCode, ErrorText> {
  const statuses = new Map<string, number>(
    Object.entries(STATUSES).flatMap(([status, codes]) => codes.map((code) => [code, Number(status)] as const)),
  )
  const english: Record<string, string> = Object.assign({}, ...Object.values(en satisfies Texts))
  const texts = Object.values(zh).flatMap((area) => Object.entries(area))
  return Object.fromEntries(
    texts.map(([code, text]) => [code, { status: statuses.get(code) ?? 200, zh: text, en: english[code] ?? '' }]),
  ) as Record<ErrorCode, ErrorText>
}

/** The codes of relayed calls: admission, billing, upstreams. */
export const relayCodes = /* @__PURE__ */ Object.keys(zh.relay) as (keyof Texts['relay'])[]

/**
 * Errors that a client acts on: the envelope names them. The first step of a login is done; a second factor must be
 * added first; a proof of identity is too old; mail is not set up, for which root is led to the setting.
 */
export const CLIENT_CODES: readonly ErrorCode[] = [
  'second_factor_needed',
  'second_factor_missing',
  'proof_needed',
  'mail_not_configured',
]

/** Values of the `{x}` placeholders in an error's text. */
export type ErrorParameters = Readonly<Record<string, string | number | Words>>

/**
 * Returns the text of an error in a language, with its parameters filled in. A `detail` of a failed connection gets
 * plain words.
 */
export function errorText(code: ErrorCode, language: Language, parameters: ErrorParameters = {}) {
  return errors[code][language].replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = parameters[name] ?? whole
    if (typeof value === 'object') return value[language]
    return name === 'detail' ? explainFailure(String(value), language) : String(value)
  })
}

/** Whether a text is an error code, as in the contract's validation messages. */
export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(errors, text)
}
