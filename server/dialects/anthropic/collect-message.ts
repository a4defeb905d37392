import type { JsonObject } from '../conversation.ts'
import { isObject, numberOf, objectOf, textOf } from '../json.ts'
import { laterCounts } from '../later-usage.ts'
import { argumentsObject } from '../tool-arguments.ts'
import { SIDES } from './read-usage.ts'

/** More blocks than any message has: a wrong number must not fill the memory. */
const MOST_BLOCKS = 10_000

interface Block {
  content: JsonObject
  /** The input of a tool, which comes in pieces of JSON. */
  json: string
}

/**
 * The whole message that the events of a stream tell, with all that the vendor says in it, such as the blocks of its own
 * tools. undefined = it has not ended, or is no single message.
 * https://platform.claude.com/docs/en/build-with-claude/streaming
 */
export function collectMessage(events: readonly JsonObject[]): JsonObject | undefined {
  const [start, ...others] = events.filter(({ type }) => type === 'message_start')
  if (!start || others.length > 0) return undefined
  let message = objectOf(start.message)
  const blocks: Block[] = []
  for (const event of events) {
    if (event.type === 'message_delta') message = withEnd(message, event)
    else if (!takeBlock(blocks, event)) return undefined
  }
  if (textOf(message.stop_reason) === '') return undefined
  return {
    ...message,
    content: blocks.map(({ content, json }) => (json ? { ...content, input: argumentsObject(json) } : content)),
  }
}

function withEnd(message: JsonObject, { delta, usage, ...more }: JsonObject): JsonObject {
  const { type: _, ...fields } = more
  const counts = laterCounts(objectOf(message.usage), objectOf(usage), SIDES)
  return { ...message, ...fields, ...objectOf(delta), usage: counts }
}

/** Takes an event of a block; false = it does not fit to what came before. */
function takeBlock(blocks: Block[], { type, index, content_block, delta }: JsonObject): boolean {
  if (type !== 'content_block_start' && type !== 'content_block_delta') return true
  const at = numberOf(index)
  if (at === undefined || at > blocks.length || at > MOST_BLOCKS) return false
  if (type === 'content_block_start') {
    blocks[at] = { content: { ...objectOf(content_block) }, json: '' }
    return true
  }
  const block = blocks[at]
  if (!block || !isObject(delta)) return false
  addDelta(block, delta)
  return true
}

function addDelta(block: Block, delta: JsonObject): void {
  const { content } = block
  const { type, partial_json, citation, ...texts } = delta
  block.json += textOf(partial_json)
  if (type === 'citations_delta')
    content.citations = [...(Array.isArray(content.citations) ? content.citations : []), citation]
  // The signature comes as a whole; texts and thoughts go on.
  for (const [name, text] of Object.entries(texts)) content[name] = textOf(content[name]) + textOf(text)
}
