import { isRecord } from '#contract/is-record.ts'
import type { JsonObject } from '../conversation.ts'
import { objectOf, objectsOf, readTokenCount } from '../json.ts'
import { isLastEvent } from './read-answer.ts'

/**
 * Collects the events of a stream into a whole response, with all vendor-specific fields; undefined = it has not
 * ended. Some servers leave the items out of the last event:
 * https://platform.openai.com/docs/api-reference/responses-streaming
 */
export function collectResponse(events: readonly JsonObject[]): JsonObject | undefined {
  const last = events.findLast(isLastEvent)
  if (!last || !isRecord(last.response)) return undefined
  if (objectsOf(last.response.output).length > 0) return last.response
  const done = events.filter(({ type }) => type === 'response.output_item.done')
  const inOrder = done.sort((one, other) => readTokenCount(one.output_index) - readTokenCount(other.output_index))
  return { ...last.response, output: inOrder.map(({ item }) => objectOf(item)) }
}
