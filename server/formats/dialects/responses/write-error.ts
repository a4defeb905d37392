import { readContextOverflow } from '../context-length.ts'
import type { JsonObject } from '../conversation.ts'
import { type OpenAIError, openAIErrorFields } from '../openai-errors.ts'
import { responseId } from './write-response.ts'

/** Where a stream was when it failed. */
export interface StreamPosition {
  /** The sequence number of the next event. */
  sequence: number
  /** The response so far. */
  response: JsonObject
}

/**
 * Writes the last events of a failed stream as OpenAI sends them: `error`, which its SDKs raise, and
 * `response.failed`, which agents read. Error events are documented flat and sent nested: these are both.
 * https://platform.openai.com/docs/api-reference/responses-streaming/error
 */
export function failureEvents(error: OpenAIError, requestId: string, { sequence, response }: StreamPosition): string {
  const { message, type, param, code } = openAIErrorFields(error, requestId)
  const told = { type: 'error', sequence_number: sequence, code, message, param, error: { type, code, message, param } }
  const failed = { ...response, status: 'failed', error: { code: code ?? 'server_error', message } }
  return writeEvent(told) + writeEvent({ type: 'response.failed', sequence_number: sequence + 1, response: failed })
}

/** Writes the same for a stream without known state. */
export function errorEvent(error: OpenAIError, requestId: string): string {
  const response = { id: responseId(requestId), object: 'response', output: [], usage: null }
  return failureEvents(error, requestId, { sequence: 0, response })
}

/**
 * Writes the stream for an error that clients handle only inside a stream: OpenAI reports a conversation that is
 * too long in the stream, and Codex shortens it only on that event; undefined = all other errors are reported by
 * HTTP status. https://platform.openai.com/docs/api-reference/responses-streaming/response/failed
 */
export function errorStream(error: OpenAIError, requestId: string): string | undefined {
  if (!readContextOverflow(error)) return undefined
  const response = { id: responseId(requestId), object: 'response', output: [], usage: null }
  const created = { type: 'response.created', sequence_number: 0, response: { ...response, status: 'in_progress' } }
  return writeEvent(created) + failureEvents(error, requestId, { sequence: 1, response })
}

/** Returns the bytes of an event. */
export const writeEvent = (event: { type: string } & JsonObject) =>
  `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`
