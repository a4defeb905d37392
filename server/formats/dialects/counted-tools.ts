import { TOOLS, type ToolCalls } from '#contract/prices/price.ts'
import type { JsonObject } from './conversation.ts'
import { objectOf, objectsOf, readNumber, textOf } from './json.ts'

/** Calls of tools with a fee that answers of OpenAI's family count: a row for each vendor's way to tell them. */

/** A vendor's way to tell calls: by fields of the usage, or elsewhere in the answer. */
interface CountedTools {
  source: string
  /** The fields of the usage; a row is read only where one of them is there. */
  fields: readonly string[]
  read(counts: JsonObject): ToolCalls
}

/** More than any answer has. Limits what a wrong number can cost. */
const MAX_CALLS = 10_000

const numberIn = (value: unknown) => {
  const read = readNumber(value)
  return read !== undefined && read > 0 ? Math.min(read, MAX_CALLS) : 0
}
const sum = (counts: JsonObject, names: readonly string[]) =>
  names.reduce((total, name) => total + numberIn(counts[name]), 0)

/** What a source of xAI's older search costs in searches, and a search of attachments in searches of collections. */
const XAI_SOURCE = 5
const XAI_ATTACHMENTS = 4
/** What an opened page costs, in searches. */
const PERPLEXITY_PAGE = 0.1
const GROQ_PAGE = 0.125

const IN_USAGE: readonly CountedTools[] = [
  {
    source: 'https://docs.x.ai/developers/tools/tool-usage-details',
    fields: ['server_side_tool_usage_details', 'num_sources_used'],
    read: ({ server_side_tool_usage_details, num_sources_used }) => {
      const calls = objectOf(server_side_tool_usage_details)
      const attachments = sum(calls, ['document_search_calls', 'attachment_search_calls'])
      return {
        web_search: sum(calls, ['web_search_calls', 'x_search_calls']) + numberIn(num_sources_used) * XAI_SOURCE,
        file_search: sum(calls, ['file_search_calls', 'collections_search_calls']) + attachments * XAI_ATTACHMENTS,
        code_interpreter: sum(calls, ['code_interpreter_calls', 'code_execution_calls']),
        image_generation: sum(calls, ['image_generation_calls']),
      }
    },
  },
  {
    source: 'https://openrouter.ai/docs/use-cases/usage-accounting',
    fields: ['server_tool_use'],
    read: ({ server_tool_use }) => ({ web_search: sum(objectOf(server_tool_use), ['web_search_requests']) }),
  },
  {
    // One search for each answer, and research by its queries; an agent's tools one by one.
    source: 'https://docs.perplexity.ai/getting-started/pricing',
    fields: ['num_search_queries', 'search_context_size', 'cost', 'tool_calls_details'],
    read: ({ num_search_queries, search_context_size, cost, tool_calls_details }) => {
      const calls = Object.entries(objectOf(tool_calls_details)).map(([name, told]) => {
        const factor = name === 'fetch_url' ? PERPLEXITY_PAGE : name.includes('search') ? 1 : 0
        return numberIn(objectOf(told).invocation) * factor
      })
      const called = numberIn(num_search_queries) || calls.reduce((total, count) => total + count, 0)
      const isSearched = search_context_size || numberIn(objectOf(cost).request_cost) > 0
      return { web_search: called || (isSearched ? 1 : 0) }
    },
  },
  {
    source: 'https://help.aliyun.com/zh/model-studio/web-search',
    fields: ['plugins', 'x_tools'],
    read: ({ plugins, x_tools }) => {
      const [plugin, tools] = [objectOf(plugins), objectOf(x_tools)]
      return {
        web_search: Math.max(...[plugin.search, tools.web_search].map((told) => numberIn(objectOf(told).count))),
        code_interpreter: numberIn(objectOf(tools.code_interpreter).count),
      }
    },
  },
  {
    source: 'https://www.volcengine.com/docs/82379/1756990',
    fields: ['tool_usage'],
    read: ({ tool_usage }) => ({ web_search: numberIn(objectOf(tool_usage).web_search) }),
  },
  {
    source: 'https://docs.mistral.ai/agents/connectors/websearch',
    fields: ['connectors'],
    read: ({ connectors }) => {
      const calls = objectOf(connectors)
      return {
        web_search: sum(calls, ['web_search', 'web_search_premium']),
        file_search: sum(calls, ['document_library']),
        code_interpreter: sum(calls, ['code_interpreter']),
        image_generation: sum(calls, ['image_generation']),
      }
    },
  },
]

const SEARCHING = /^(?:openai\/)?gpt-[^/]*-search-(?:preview|api)/

/** Whether a model runs one search for each answer: https://platform.openai.com/docs/guides/tools-web-search */
export const alwaysSearches = (model: string): boolean => SEARCHING.test(model)

/** The tools that an answer tells beside its usage; those of a stream are told by and by. */
export class ToolsBesideUsage {
  /** Groq's tools, which are told when they are called and again with their result, under the same index. */
  readonly #executed = new Map<number, string>()
  #searches = 0

  /** Adds an answer or a chunk. Returns all calls so far if it tells another. */
  add({ choices, web_search, model }: JsonObject): ToolCalls | undefined {
    // The pages that Zhipu's search found: https://docs.bigmodel.cn/cn/guide/tools/web-search
    const isSearched = this.#searches === 0 && (objectsOf(web_search).length > 0 || alwaysSearches(textOf(model)))
    if (isSearched) this.#searches = 1
    const isExecuted = Array.isArray(choices) && choices.some((choice) => this.#execute(objectOf(choice)))
    return isSearched || isExecuted ? this.#calls() : undefined
  }

  /** https://console.groq.com/docs/compound */
  #execute({ message, delta }: JsonObject): boolean {
    const { executed_tools } = objectOf(message ?? delta)
    if (!Array.isArray(executed_tools)) return false
    const before = this.#executed.size
    for (const [at, tool] of executed_tools.entries()) {
      const { index, type } = objectOf(tool)
      this.#executed.set(readNumber(index) ?? at, textOf(type))
    }
    return this.#executed.size > before
  }

  #calls(): ToolCalls {
    const kinds = [...this.#executed.values()]
    const count = (pattern: RegExp) => kinds.filter((kind) => pattern.test(kind)).length
    const calls: ToolCalls = { web_search: this.#searches + count(/search/) + count(/^visit/) * GROQ_PAGE }
    const programs = count(/^(?:python|code|browser_auto)/)
    return programs > 0 ? { ...calls, code_interpreter: programs } : calls
  }
}

/** Returns the calls that an answer or a chunk counts; undefined = none. Of two ways to tell one, the larger counts. */
export function countTools(counts: JsonObject, answer: JsonObject): ToolCalls | undefined {
  let calls = new ToolsBesideUsage().add(answer)
  for (const { fields, read } of IN_USAGE) {
    if (!fields.some((name) => counts[name] !== undefined)) continue
    const told = read(counts)
    for (const tool of TOOLS) {
      const count = told[tool] ?? 0
      if (count > (calls?.[tool] ?? 0)) calls = { ...calls, [tool]: count }
    }
  }
  return calls
}
