import i18next from 'i18next'
import { errorOf } from '#web/lib/chat-events.ts'
import { httpMessage } from '#web/lib/http-message.ts'
import { languageTag } from '#web/lib/language.ts'

export const TRIED_PROMPT = 'Say hello in five words.'

/** What came of a call that was made to try a token. A refusal is no error of the console: a 401 ends no session. */
export interface TriedCall {
  /** HTTP status; 0 = no answer at all. */
  status: number
  /** What the model said; absent when it was refused. */
  text?: string
  /** Why it was refused. */
  problem?: string
  /** From sending to the whole answer. */
  ms: number
  /** Finds its row in the log. */
  requestId: string
}

/** Makes a small call as a program would: with the token's whole key, without the session. */
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

/** What the model said, in OpenAI's format; undefined = the body holds no answer. */
export function textOf(body: string): string | undefined {
  try {
    const { choices } = JSON.parse(body) as { choices?: { message?: { content?: unknown } }[] }
    const message = choices?.[0]?.message
    return message && (typeof message.content === 'string' ? message.content : '')
  } catch {
    return undefined
  }
}
