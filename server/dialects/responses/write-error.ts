import { contextOverflow } from '../context-length.ts'
import type { JsonObject } from '../conversation.ts'
import { type OpenAIError, openAIErrorFields } from '../openai-errors.ts'
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
  const { message, type, param, code } = openAIErrorFields(error, requestId)
  const told = { type: 'error', sequence_number: sequence, code, message, param, error: { type, code, message, param } }
  const failed = { ...response, status: 'failed', error: { code: code ?? 'server_error', message } }
  return written(told) + written({ type: 'response.failed', sequence_number: sequence + 1, response: failed })
}

/** The same for a stream of which nothing is known. */
export function errorEvent(error: OpenAIError, requestId: string): string {
  const response = { id: responseId(requestId), object: 'response', output: [], usage: null }
  return failureEvents(error, requestId, { sequence: 0, response })
}

/**
 * The stream that tells of an error which clients only act on inside of one: OpenAI refuses a conversation that is too
 * long in the stream, and Codex shortens it on that event alone. undefined = every other error has its HTTP status.
 * https://platform.openai.com/docs/api-reference/responses-streaming/response/failed
 */
export function errorStream(error: OpenAIError, requestId: string): string | undefined {
  if (!contextOverflow(error)) return undefined
  const response = { id: responseId(requestId), object: 'response', output: [], usage: null }
  const created = { type: 'response.created', sequence_number: 0, response: { ...response, status: 'in_progress' } }
  return written(created) + failureEvents(error, requestId, { sequence: 1, response })
}

/** An event on the wire. */
export const written = (event: { type: string } & JsonObject) =>
  `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`
