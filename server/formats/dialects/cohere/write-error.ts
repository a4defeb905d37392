import type { OpenAIError } from '../openai-errors.ts'

const messageOf = ({ message }: OpenAIError, requestId: string) => `${message} (request id: ${requestId})`

/**
 * Writes the body of an error answer: https://docs.cohere.com/reference/errors. The code is added next to the
 * message.
 */
export function errorBody(error: OpenAIError, _status: number, requestId: string): string {
  const code = error.code === null || error.code === '' ? {} : { code: String(error.code) }
  return JSON.stringify({ id: requestId, message: messageOf(error, requestId), ...code })
}

/** Writes the last event of a failed stream: https://docs.cohere.com/docs/streaming#message-end */
export function failureEvent(error: OpenAIError, requestId: string): string {
  const delta = { error: messageOf(error, requestId), finish_reason: 'ERROR' }
  return `event: message-end\ndata: ${JSON.stringify({ type: 'message-end', delta })}\n\n`
}
