import i18next from 'i18next'
import { ApiError, request } from '#web/lib/api.ts'
import { type ChatEvent, errorOf, eventData, readEvent } from '#web/lib/chat-events.ts'
import { httpMessage } from '#web/lib/http-message.ts'
import type { ChatRequest } from './request-of.ts'

const CHAT = { method: 'POST', path: '/pg/chat/completions' } as const

interface Listener {
  /** The response has begun; the request id finds it in the log. */
  onStart: (requestId: string) => void
  onEvent: (event: ChatEvent, data: string) => void
}

/**
 * Sends a chat request with the session and reports stream events as they arrive. Throws ApiError, also when
 * the stream breaks off.
 */
export async function ask(body: ChatRequest, { onStart, onEvent }: Listener, signal: AbortSignal): Promise<void> {
  const response = await request(CHAT, { body }, signal)
  const requestId = response.headers.get('X-Oneapi-Request-Id') ?? ''
  if (!response.ok || !response.body) {
    const reason = errorOf(await response.text())
    throw new ApiError(reason ?? httpMessage(response, undefined), response.status, requestId)
  }
  onStart(requestId)
  let isEnded = false
  try {
    for await (const data of eventData(response.body)) {
      const event = readEvent(data)
      onEvent(event, data)
      if (event.error !== undefined) throw new ApiError(event.error, response.status, requestId)
      isEnded ||= event.isEnd === true
    }
  } catch (error) {
    // The browser's own message for a lost connection is not helpful.
    if (error instanceof TypeError) throw new ApiError(i18next.t('playground:failed.cut'), 0, requestId)
    throw error
  }
  if (!isEnded) throw new ApiError(i18next.t('playground:failed.cut'), 0, requestId)
}
