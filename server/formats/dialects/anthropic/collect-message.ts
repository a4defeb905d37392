import { isRecord } from '#contract/is-record.ts'
import type { JsonObject } from '../conversation.ts'
import { numberOf, objectOf, textOf } from '../json.ts'
import { mergeCounts } from '../merge-usage.ts'
import { toArgumentsObject } from '../tool-arguments.ts'
import { COUNTED_TOGETHER } from './read-usage.ts'

/** More blocks than any message has. Bounds the memory that a wrong index can take. */
const MAX_BLOCKS = 10_000

interface Block {
  content: JsonObject
  /** The input of a tool, which arrives in pieces of JSON text. */
  json: string
}

/**
 * Collects the events of a stream into a whole message, with all vendor-specific fields, such as the blocks of the
 * vendor's own tools. Returns undefined if the stream has not ended, or has more than one message.
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
    content: blocks.map(({ content, json }) => (json ? { ...content, input: toArgumentsObject(json) } : content)),
  }
}

function withEnd(message: JsonObject, { delta, usage, ...more }: JsonObject): JsonObject {
  const { type: _, ...fields } = more
  const counts = mergeCounts(objectOf(message.usage), objectOf(usage), COUNTED_TOGETHER)
  return { ...message, ...fields, ...objectOf(delta), usage: counts }
}

/** Applies an event of a block; false = it does not fit the events before. */
function takeBlock(blocks: Block[], { type, index, content_block, delta }: JsonObject): boolean {
  if (type !== 'content_block_start' && type !== 'content_block_delta') return true
  const at = numberOf(index)
  if (at === undefined || at > blocks.length || at > MAX_BLOCKS) return false
  if (type === 'content_block_start') {
    blocks[at] = { content: { ...objectOf(content_block) }, json: '' }
    return true
  }
  const block = blocks[at]
  if (!block || !isRecord(delta)) return false
  addDelta(block, delta)
  return true
}

function addDelta(block: Block, delta: JsonObject): void {
  const { content } = block
  const { type, partial_json, citation, ...texts } = delta
  block.json += textOf(partial_json)
  if (type === 'citations_delta')
    content.citations = [...(Array.isArray(content.citations) ? content.citations : []), citation]
  // The signature arrives as a whole; texts and thinking are appended.
  for (const [name, text] of Object.entries(texts)) content[name] = textOf(content[name]) + textOf(text)
}
