import i18next from 'i18next'
import { errorOf } from '#web/lib/chat-events.ts'
import { httpMessage } from '#web/lib/http-message.ts'
import { languageTag } from '#web/lib/language.ts'

export const TRIED_PROMPT = 'Say hello in five words.'

/**
 * The result of a test call with a token. A rejection is not an error of the console: a 401 does not end the
 * session.
 */
export interface TriedCall {
  /** HTTP status; 0 = no response. */
  status: number
  /** The model's answer; absent when the call was rejected. */
  text?: string
  /** The reason for the rejection. */
  problem?: string
  /** Milliseconds from sending to the complete response. */
  ms: number
  /** Identifies the log row. */
  requestId: string
}

/** Makes a small call like an API client: with the token's full key, without the session. */
export async function tryCall(key: string, model: string): Promise<TriedCall> {
  const began = performance.now()
  const response = await fetch('/v1/chat/completions', {
    method: 'POST',
    credentials: 'omit',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', 'Accept-Language': languageTag() },
    body: JSON.stringify({ model, messages: [{ role: 'user', content: TRIED_PROMPT }] }),
  }).catch(() => null)
  if (!response) return { status: 0, problem: i18next.t('error.offline'), ms: 0, requestId: '' }
  const { ok, status } = response
  const body = await response.text().catch(() => '')
  const call = {
    status,
    ms: performance.now() - began,
    requestId: response.headers.get('X-Oneapi-Request-Id') ?? '',
  }
  if (!ok) return { ...call, problem: errorOf(body) ?? httpMessage(response) }
  const text = textOf(body)
  return text === undefined ? { ...call, problem: i18next.t('error.unreadable') } : { ...call, text }
}

/** Returns the model's answer from a response in OpenAI format; undefined = none. */
export function textOf(body: string): string | undefined {
  try {
    const { choices } = JSON.parse(body) as { choices?: { message?: { content?: unknown } }[] }
    const message = choices?.[0]?.message
    return message && (typeof message.content === 'string' ? message.content : '')
  } catch {
    return undefined
  }
}
