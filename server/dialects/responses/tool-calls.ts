import { NO_USAGE, type ToolCalls, type Usage } from '#contract/price.ts'
import type { JsonObject } from '../conversation.ts'
import { objectOf, objectsOf, textOf } from '../json.ts'

/** What determines the price of a response's tool calls. */
export interface ToolUse {
  items: readonly JsonObject[]
  /** Gigabytes of the containers that the request asked for, by the type of the calls that run in them. */
  gigabytes: Gigabytes
}
export type Gigabytes = Readonly<Record<string, number>>

/**
 * Counts the calls of tools that OpenAI runs itself, by the items of a response. Of a web search's actions,
 * searches are charged and opened pages are not: https://platform.openai.com/docs/guides/tools-web-search
 */
export function countToolCalls({ items, gigabytes }: ToolUse): ToolCalls | undefined {
  const calls: ToolCalls = {}
  const containers = new Map<string, number>()
  for (const item of items) {
    if (item.type === 'web_search_call' && isSearch(item)) calls.web_search = (calls.web_search ?? 0) + 1
    if (item.type === 'file_search_call') calls.file_search = (calls.file_search ?? 0) + 1
    if (item.type === 'image_generation_call') calls.image_generation = (calls.image_generation ?? 0) + 1
    const container = containerOf(item)
    // Calls that share a container are charged once.
    if (container)
      containers.set(container, Math.max(containers.get(container) ?? 1, gigabytes[textOf(item.type)] ?? 1))
  }
  if (containers.size > 0) calls.code_interpreter = [...containers.values()].reduce((sum, size) => sum + size)
  return Object.keys(calls).length > 0 ? calls : undefined
}

const isSearch = ({ action }: JsonObject) => (textOf(objectOf(action).type) || 'search') === 'search'

/**
 * Returns the container in which code ran at the vendor. A shell may also be the caller's own:
 * https://developers.openai.com/api/docs/guides/tools-shell
 */
function containerOf({ type, id, container_id, environment }: JsonObject): string {
  if (type === 'code_interpreter_call') return textOf(container_id) || textOf(id)
  return type === 'shell_call' ? textOf(objectOf(environment).container_id) : ''
}

/**
 * Returns the gigabytes by which containers are charged; one gigabyte unless more are requested:
 * https://developers.openai.com/api/docs/pricing
 */
export function readGigabytes(tools: unknown): Gigabytes {
  const sizes: Record<string, number> = {}
  for (const { type, container, environment } of objectsOf(tools)) {
    const size = /^(4|16|64)g$/.exec(textOf(objectOf(container ?? environment).memory_limit))?.[1]
    if (size) sizes[`${textOf(type)}_call`] = Number(size)
  }
  return sizes
}

/** Returns whether an item is a tool call that is counted. */
export const isToolCall = ({ type }: JsonObject) => TOOL_CALLS.includes(textOf(type))
const TOOL_CALLS = [
  'web_search_call',
  'file_search_call',
  'image_generation_call',
  'code_interpreter_call',
  'shell_call',
]

/** Returns the fields of an item that are needed for counting. */
export const toCountedItem = ({ type, id, container_id, environment, action }: JsonObject): JsonObject => ({
  type,
  id,
  container_id,
  environment: { container_id: objectOf(environment).container_id },
  action: { type: objectOf(action).type },
})

/** Adds tool calls to the usage. Returns the tool calls alone if the response has no usage. */
export function withToolCalls(usage: Usage | undefined, use: ToolUse): Usage | undefined {
  const tools = countToolCalls(use)
  return tools ? { ...(usage ?? NO_USAGE), tools } : usage
}
