import type { Script } from './script.ts'

/**
 * What the fake upstream does with a call. A test chooses it in one of four ways; the later one wins:
 * for every call (`upstream.set`), for one api key (`upstream.set(…, key)`), in the model name
 * (`fake-gpt@tokens=100&delay_ms=5`), in the request body (`{"fake":{"tokens":100}}`).
 */
export interface Behaviour {
  /** Text of the answer. Default: `tokens` words of a fixed sentence. */
  reply?: string
  /** Length of the answer in tokens when `reply` is not given. */
  tokens?: number
  /** Pause before each content chunk of a stream, in ms. */
  delay_ms?: number
  /** Pause before the status line is sent, in ms. */
  first_byte_ms?: number
  /** `false`: send no usage at all, as many compatible servers do. */
  usage?: boolean
  /** Reset the connection after this many content chunks. A JSON answer is cut in the middle. */
  cut_after?: number
  /** Go silent after this many content chunks, for `stall_ms` or, without it, until the caller hangs up. */
  stall_after?: number
  stall_ms?: number
  /** After this many content chunks send one event that is not JSON. A JSON answer is truncated. */
  malformed_after?: number
  /** Refuse: a status (400, 401, 403, 404, 429, 500, 502, 503) or the name of an error of `errors.ts`. */
  error?: number | string
  /** Seconds in the `retry-after` header of a refusal. */
  retry_after?: number
  /** Answer with a call of the first tool offered. `tool_choice` asking for a tool does the same. */
  tool_call?: boolean
  /** Says what to answer, instead of `reply`, `tokens` and `tool_call`. */
  script?: Script
  /** Part of the prompt tokens reported as read from the cache. */
  cached_tokens?: number
  /** Hidden tokens on top of the answer, reported as reasoning. */
  reasoning_tokens?: number
  /** Replaces the counted prompt tokens. */
  prompt_tokens?: number
  /** Refuse text that is not streamed, as some gateways do. */
  stream_only?: boolean
  /** Pause before the answer to a reading call (models, billing), in ms. */
  read_ms?: number
  /** `false`: the account has no way to pay and lives on free credit. */
  has_payment_method?: boolean
  /** Credit shown by the billing endpoints, in USD. */
  hard_limit_usd?: number
  used_usd?: number
}

/** The behaviour named in a model such as `fake-gpt@tokens=3&usage=false`; empty for a plain name. */
export function behaviourOfModel(model: string): Behaviour {
  const at = model.indexOf('@')
  if (at < 0) return {}
  return Object.fromEntries([...new URLSearchParams(model.slice(at + 1))].map(([key, text]) => [key, literal(text)]))
}

function literal(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true'
  const number = Number(text)
  return text !== '' && Number.isFinite(number) ? number : text
}
