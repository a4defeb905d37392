import { NO_USAGE, TOOLS, type ToolCalls, type Usage } from '#contract/prices/price.ts'
import type { JsonObject } from '../conversation.ts'
import { objectOf, objectsOf, textOf } from '../json.ts'
import { drawnByTool, type PictureLook } from '../picture-prices.ts'

/** What determines the price of a response's tool calls. */
export interface ToolUse {
  items: readonly JsonObject[]
  terms: ToolTerms
  /** The tokens of all pictures, where the response tells them (`tool_usage.image_gen`). */
  drawn?: unknown
  /** Unfinished pictures that were streamed. */
  unfinished?: number
}

/** What the response repeats of the tools that were asked for. */
export interface ToolTerms {
  /** Gigabytes of the containers, by the type of the calls that run in them. */
  gigabytes: Readonly<Record<string, number>>
  /** The picture that was asked for. */
  picture: PictureLook & { model: string }
  /** The search that was offered: the older one has a separate price. */
  search: 'web_search' | 'web_search_preview'
}
export const NO_TERMS: ToolTerms = { gigabytes: {}, picture: { model: '' }, search: 'web_search' }

/**
 * Counts the calls of tools that OpenAI runs itself, by the items of a response. Of a web search's actions,
 * searches are charged and opened pages are not: https://platform.openai.com/docs/guides/tools-web-search
 */
export function countToolCalls(use: ToolUse): ToolCalls | undefined {
  const { items, terms } = use
  const calls: ToolCalls = {}
  const containers = new Map<string, number>()
  for (const item of items) {
    if (item.type === 'web_search_call' && isSearch(item)) calls[terms.search] = (calls[terms.search] ?? 0) + 1
    if (item.type === 'file_search_call') calls.file_search = (calls.file_search ?? 0) + 1
    const container = containerOf(item)
    // Calls that share a container are charged once.
    if (container)
      containers.set(container, Math.max(containers.get(container) ?? 1, terms.gigabytes[textOf(item.type)] ?? 1))
  }
  if (containers.size > 0) calls.code_interpreter = [...containers.values()].reduce((sum, size) => sum + size)
  const pictures = countPictures(use)
  if (pictures > 0) calls.image_generation = pictures
  return Object.keys(calls).length > 0 ? calls : undefined
}

/** A vendor that leaves the quality to the prompt, and an answer that names none, are charged as high quality. */
function countPictures({ items, terms: { picture }, drawn, unfinished = 0 }: ToolUse): number {
  const looks = items
    .filter(({ type, status }) => type === 'image_generation_call' && status !== 'failed')
    .map(({ quality, size }) => ({
      quality: textOf(quality) || picture.quality,
      size: textOf(size) || picture.size,
    }))
  return drawnByTool(picture.model, { looks, otherwise: 'high', usage: drawn }, unfinished)
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
 * Reads the tools of a response. Containers have one gigabyte unless more are requested:
 * https://developers.openai.com/api/docs/pricing
 */
export function readToolTerms(tools: unknown): ToolTerms {
  const gigabytes: Record<string, number> = {}
  let { picture, search } = NO_TERMS
  for (const { type, container, environment, model, quality, size } of objectsOf(tools)) {
    const memory = /^(4|16|64)g$/.exec(textOf(objectOf(container ?? environment).memory_limit))?.[1]
    if (memory) gigabytes[`${textOf(type)}_call`] = Number(memory)
    if (textOf(type).startsWith('web_search_preview')) search = 'web_search_preview'
    if (type === 'image_generation') picture = { model: textOf(model), quality: textOf(quality), size: textOf(size) }
  }
  return { gigabytes, picture, search }
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
export const toCountedItem = ({ environment, action, ...item }: JsonObject): JsonObject => ({
  type: item.type,
  id: item.id,
  status: item.status,
  quality: item.quality,
  size: item.size,
  container_id: item.container_id,
  environment: { container_id: objectOf(environment).container_id },
  action: { type: objectOf(action).type },
})

/**
 * Adds tool calls to the usage, which may name some itself: the larger number counts. Returns the tool calls alone if
 * the response has no usage.
 */
export function withToolCalls(usage: Usage | undefined, use: ToolUse): Usage | undefined {
  const counted = countToolCalls(use)
  if (!counted) return usage
  const tools: ToolCalls = { ...usage?.tools }
  for (const tool of TOOLS) {
    const calls = Math.max(tools[tool] ?? 0, counted[tool] ?? 0)
    if (calls > 0) tools[tool] = calls
  }
  return { ...(usage ?? NO_USAGE), tools }
}
