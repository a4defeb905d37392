import { NO_USAGE, type ToolCalls, type Usage } from '#contract/price.ts'
import type { JsonObject } from '../conversation.ts'
import { objectOf, textOf } from '../json.ts'

/**
 * Counts the calls of tools that OpenAI runs itself, by the items of a response. Of what a search of the web does, the
 * searches are sold, and not the opening of pages: https://platform.openai.com/docs/guides/tools-web-search
 */
export function toolCallsIn(items: readonly JsonObject[]): ToolCalls | undefined {
  const calls: ToolCalls = {}
  const containers = new Set<string>()
  for (const item of items) {
    if (item.type === 'web_search_call' && isSearch(item)) calls.web_search = (calls.web_search ?? 0) + 1
    if (item.type === 'file_search_call') calls.file_search = (calls.file_search ?? 0) + 1
    if (item.type === 'image_generation_call') calls.image_generation = (calls.image_generation ?? 0) + 1
    if (item.type === 'code_interpreter_call') {
      // Calls that share a container are paid once.
      containers.add(textOf(item.container_id) || textOf(item.id))
      calls.code_interpreter = containers.size
    }
  }
  return Object.keys(calls).length > 0 ? calls : undefined
}

const isSearch = ({ action }: JsonObject) => (textOf(objectOf(action).type) || 'search') === 'search'

/** Whether an item is a call of a tool that is counted. */
export const isToolCall = ({ type }: JsonObject) => TOOL_CALLS.includes(textOf(type))
const TOOL_CALLS = ['web_search_call', 'file_search_call', 'image_generation_call', 'code_interpreter_call']

/** A usage with the calls of tools; of tools alone where the response told none. */
export function withTools(usage: Usage | undefined, items: readonly JsonObject[]): Usage | undefined {
  const tools = toolCallsIn(items)
  return tools ? { ...(usage ?? NO_USAGE), tools } : usage
}
