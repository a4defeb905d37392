import type { JsonObject } from './conversation.ts'
import { Refused } from './dialect.ts'
import { isErrorEvent } from './error-shapes.ts'
import { readUpstreamError, statusOfError } from './openai-errors.ts'

/** Creates the refusal for an error in an answer, or in the data of an event. What it means follows from its code. */
export function createRefusal(error: JsonObject): Refused {
  const read = readUpstreamError(JSON.stringify(error), 500)
  return new Refused(statusOfError(read), read)
}

/** Throws Refused if an answer, or the data of an event, is an error. */
export function throwRefusal(data: JsonObject): void {
  if (isErrorEvent(data)) throw createRefusal(data)
}
