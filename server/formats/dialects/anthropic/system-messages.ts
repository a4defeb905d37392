import { isRecord } from '#contract/is-record.ts'
import type { JsonObject } from '../conversation.ts'
import { objectOf, objectsOf, textOf } from '../json.ts'
import { markInstruction } from '../system-turns.ts'
import type { ModelFacts } from './models.ts'

/**
 * Messages of the role system inside a conversation, which newer models take:
 * https://platform.claude.com/docs/en/build-with-claude/mid-conversation-system-messages
 */

/** Blocks that change which tools are offered. They have no text. */
const TOOL_CHANGES = new Set<unknown>(['tool_addition', 'tool_removal'])
export const isToolChange = ({ type }: JsonObject) => TOOL_CHANGES.has(type)

/** Returns whether a system message is shown no more: it was meant for the user turn before it. */
export const isCleared = ({ clear_at }: JsonObject, later: readonly unknown[]): boolean =>
  clear_at === 'next_user_message' && later.some((message) => objectOf(message).role === 'user')

/**
 * Returns the request with the tools that are offered at the end of the conversation, and with the effort of its last
 * turn, for models and vendors that know both only for a whole request.
 */
export function withFinalSettings(request: JsonObject): JsonObject {
  const messages = objectsOf(request.messages)
  return { ...request, ...finalTools(request.tools, messages), ...finalEffort(request.output_config, messages) }
}

function finalTools(given: unknown, messages: readonly JsonObject[]): JsonObject {
  const changes = messages.flatMap(({ content }) => objectsOf(content).flatMap(changesIn))
  if (changes.length === 0) return {}
  let tools = objectsOf(given)
  const removed = new Set<string>()
  for (const { type, tool } of changes) {
    const { type: kind, name, definition } = objectOf(tool)
    const added = kind === 'tool_definition' ? objectOf(definition) : undefined
    const changed = textOf(added?.name ?? name)
    if (type === 'tool_removal') removed.add(changed)
    else removed.delete(changed)
    if (added) tools = [...tools.filter((one) => one.name !== changed), added]
    else if (type === 'tool_addition') tools = tools.map((one) => (one.name === changed ? offeredNow(one) : one))
  }
  return { tools: tools.filter(({ name }) => !removed.has(textOf(name))) }
}

const offeredNow = ({ defer_loading: _, ...tool }: JsonObject): JsonObject => tool

/** A summary repeats the changes of the messages that it replaces. */
const changesIn = (block: JsonObject): JsonObject[] =>
  block.type === 'compaction' ? objectsOf(block.tool_changes) : isToolChange(block) ? [block] : []

/**
 * An effort holds from the user turn before it on; elsewhere from the next user turn with new input:
 * https://platform.claude.com/docs/en/build-with-claude/effort-per-message
 */
function finalEffort(given: unknown, messages: readonly JsonObject[]): JsonObject {
  let effort: unknown
  let waiting: unknown
  let isAfterInput = false
  for (const message of messages) {
    const asked = message.role === 'system' ? objectOf(message.output_config).effort : undefined
    if (message.role !== 'system') isAfterInput = hasNewInput(message)
    if (asked) waiting = asked
    if (isAfterInput) effort = waiting
  }
  return effort ? { output_config: { ...objectOf(given), effort } } : {}
}

const hasNewInput = ({ role, content }: JsonObject) =>
  role === 'user' && (typeof content === 'string' || objectsOf(content).some(({ type }) => type !== 'tool_result'))

/**
 * Returns a request of this format for a model that takes no system messages: they become marked texts of the user at
 * the same place. Returns the request itself if it has none.
 */
export function withoutSystemMessages(request: JsonObject, { efforts }: Pick<ModelFacts, 'efforts'>): JsonObject {
  const messages: unknown[] = Array.isArray(request.messages) ? request.messages : []
  if (!messages.some((message) => objectOf(message).role === 'system')) return request
  const written: unknown[] = []
  const instructions: JsonObject[] = []
  for (const [index, message] of messages.entries()) {
    if (!isRecord(message) || message.role !== 'system') written.push(message)
    else {
      const blocks = isCleared(message, messages.slice(index)) ? [] : blocksOf(message.content).filter(isText)
      if (written.length === 0) instructions.push(...blocks)
      else addToUser(written, blocks.map(marked))
    }
  }
  const system = instructions.length > 0 ? { system: [...blocksOf(request.system), ...instructions] } : {}
  const { output_config, ...rest } = withFinalSettings(request)
  const settings = efforts.length > 0 ? output_config : request.output_config
  return { ...rest, ...(settings ? { output_config: settings } : {}), ...system, messages: written }
}

const blocksOf = (content: unknown): JsonObject[] =>
  typeof content === 'string' ? (content === '' ? [] : [{ type: 'text', text: content }]) : objectsOf(content)
const isText = ({ type, text }: JsonObject) => type === 'text' && textOf(text).trim() !== ''
const marked = (block: JsonObject): JsonObject => ({ ...block, text: markInstruction(textOf(block.text)) })

/** Consecutive user messages are one turn for the vendor, but not for all who speak its format. */
function addToUser(messages: unknown[], blocks: JsonObject[]): void {
  if (blocks.length === 0) return
  const last = objectOf(messages.at(-1))
  if (last.role === 'user') messages[messages.length - 1] = { ...last, content: [...blocksOf(last.content), ...blocks] }
  else messages.push({ role: 'user', content: blocks })
}
