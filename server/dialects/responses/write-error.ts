import type { JsonObject } from '../conversation.ts'
import type { OpenAIError } from '../openai-errors.ts'
import { responseId } from './write-response.ts'

/** Where a stream was when it went wrong. */
export interface StreamPlace {
  /** The number of the next event. */
  sequence: number
  /** The response as far as it came. */
  response: JsonObject
}

/**
 * The last events of a stream that went wrong, as OpenAI sends them: `error`, which its SDKs raise, and
 * `response.failed`, which agents read. Error events are documented flat and sent nested: these are both.
 * https://platform.openai.com/docs/api-reference/responses-streaming/error
 */
export function failureEvents(error: OpenAIError, requestId: string, { sequence, response }: StreamPlace): string {
  const message = `${error.message} (request id: ${requestId})`
  const { type, param } = error
  const code = error.code === null ? null : String(error.code)
  const told = { type: 'error', sequence_number: sequence, code, message, param, error: { type, code, message, param } }
  const failed = { ...response, status: 'failed', error: { code: code ?? 'server_error', message } }
  return written(told) + written({ type: 'response.failed', sequence_number: sequence + 1, response: failed })
}

/** The same for a stream of which nothing is known. */
export function errorEvent(error: OpenAIError, requestId: string): string {
  const response = { id: responseId(requestId), object: 'response', output: [], usage: null }
  return failureEvents(error, requestId, { sequence: 0, response })
}

/** An event on the wire. */
export const written = (event: { type: string } & JsonObject) =>
  `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`
