import type { SinkSettings } from '#contract/alerts/sinks.ts'
import type { Language } from '#contract/errors.ts'
import { parseObject } from '../../../formats/dialects/json.ts'

/** A change of an alert in the language of a sink. */
export interface MessageItem {
  /** 0 in a test. */
  id: number
  state: 'open' | 'resolved'
  kind: string
  subject: string
  name: string
  title: string
  /** A whole sentence. */
  text: string
  value: number
  /** Unix seconds; `until` 0 = still open. */
  since: number
  until: number
}

/** What a sink is told at once. */
export interface Message {
  /** Tells a repeated message from a new one. */
  id: string
  site: string
  language: Language
  title: string
  items: readonly MessageItem[]
  /** Changes that are not listed. */
  more: number
  /** The page of alerts. */
  link: string
  urgent: boolean
}

export interface SinkRequest {
  url: string
  headers: Record<string, string>
  /** JSON. */
  body: string
}

/** What a service answered. */
export interface SinkAnswer {
  status: number
  text: string
  /** Seconds by the header `Retry-After`. */
  retryAfter: number | undefined
}

export interface SinkFailure {
  reason: string
  /** Seconds after which the service takes messages again. */
  retryAfter?: number | undefined
}

/** What a request is signed with. */
export interface Signer {
  /** Milliseconds since the epoch. */
  now: number
  /** HMAC-SHA256. */
  hmac(key: string, text: string): Buffer
}

/** A service that takes messages by one POST. */
export interface Sink {
  request(message: Message, settings: SinkSettings, signer: Signer): SinkRequest
  /** Returns why the service did not take the message; undefined = it did. */
  failure(answer: SinkAnswer): SinkFailure | undefined
}

export const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8' }

const MAX_REASON = 200
const MARKS = { open: '🔴', resolved: '🟢' } as const

/** A line for each change, without markup. */
export function linesOf({ items, more, language }: Message): string[] {
  const lines = items.map(({ state, text }) => `${MARKS[state]} ${text}`)
  if (more > 0) lines.push(language === 'zh' ? `另有 ${more} 条` : `and ${more} more`)
  return lines
}

/** The whole message without markup, of at most `max` characters. */
export function plainText(message: Message, max: number): string {
  const text = [`【${message.site}】${message.title}`, ...linesOf(message), message.link].join('\n')
  return text.length <= max ? text : `${text.slice(0, max - 1)}…`
}

/** The failure of services that answer with the status alone. */
export function failureByStatus({ status, text, retryAfter }: SinkAnswer): SinkFailure | undefined {
  if (status >= 200 && status < 300) return undefined
  return { reason: `${status} ${text.slice(0, MAX_REASON)}`.trim(), retryAfter }
}

/** The failure of services that answer with a code in JSON, whose 0 means success, whatever the status. */
export function failureByCode(answer: SinkAnswer, code: string, message: string): SinkFailure | undefined {
  const body = parseObject(answer.text)
  const given = body?.[code]
  if (given === 0 && answer.status < 300) return undefined
  if (given === undefined) return failureByStatus(answer) ?? { reason: `no ${code} in the answer` }
  return { reason: `${given} ${String(body?.[message] ?? '').slice(0, MAX_REASON)}`, retryAfter: answer.retryAfter }
}
