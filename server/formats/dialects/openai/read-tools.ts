import { isRecord } from '#contract/is-record.ts'
import type { ChatRequest, JsonObject, Tool, WebSearch } from '../conversation.ts'
import { BadRequest } from '../dialect.ts'
import { freeformTool } from '../freeform-tools.ts'
import { objectOf, objectsOf, textOf } from '../json.ts'
import {
  checkRequiredTool,
  listOmitted,
  type OfferedTools,
  type VendorTool,
  withRequiredSearch,
} from '../vendor-tools.ts'
import { createSearch, readLocation } from '../web-search.ts'

/**
 * Reads the tools of a request and the tool choice. Leaves out tools that a vendor of this format runs, and a
 * search requested by `web_search_options`. Throws BadRequest if the choice requires one of these.
 */
export function readTools(request: JsonObject): Pick<ChatRequest, 'tools' | 'webSearch' | 'toolChoice' | 'omitted'> {
  const { tool_choice: choice, function_call, web_search_options } = request
  if (!(request.tools || request.functions || choice || function_call || web_search_options)) return { tools: [] }
  const { offeredSearch: own, ...offered } = readOffered(request)
  checkVendorChoice(choice, offered)
  const webSearch = isRecord(web_search_options) ? searchOf(web_search_options) : own
  const isNamed = objectOf(choice).type === SEARCH
  const searchAndChoice = withRequiredSearch(webSearch, isNamed, readToolChoice(choice ?? function_call), offered.tools)
  checkRequiredTool(searchAndChoice.toolChoice, offered, 'tool_choice')
  const names = allowedNames(choice)
  return {
    tools: names ? offered.tools.filter(({ name }) => names.has(name)) : offered.tools,
    ...searchAndChoice,
    ...listOmitted(offered.leftOut),
  }
}

/** https://platform.openai.com/docs/guides/tools-web-search */
const searchOf = ({ user_location }: JsonObject): WebSearch =>
  createSearch(`web_search_options: ${SEARCH}`, {
    location: readLocation(objectOf(user_location).approximate ?? user_location),
  })

/** The tool's name at vendors of this format, such as Zhipu and xAI. */
const SEARCH = 'web_search'

/** Moonshot's own tools are called like functions: https://platform.moonshot.ai/docs/guide/use-web-search */
const BUILT_IN = 'builtin_function'

function readOffered({ tools: given, functions }: JsonObject): OfferedTools & { offeredSearch: WebSearch | undefined } {
  let search: WebSearch | undefined
  const tools: Tool[] = []
  const leftOut: VendorTool[] = []
  for (const [index, tool] of objectsOf(given).entries()) {
    const field = `tools[${index}]`
    const { type = 'function' } = tool
    const called = objectOf(tool.function)
    if (type === BUILT_IN) leftOut.push({ field, kind: textOf(called.name) || BUILT_IN, name: textOf(called.name) })
    else if (isRecord(tool.function)) tools.push(functionTool(called, tool.cache_control))
    else if (type === 'function') throw new BadRequest(`${field}.function`, 'is missing')
    else if (type === 'custom') tools.push(customTool(objectOf(tool.custom)))
    else if (type === SEARCH) search = createSearch(`${field}: ${SEARCH}`, {})
    else leftOut.push({ field, kind: textOf(type) || JSON.stringify(type) })
  }
  const all = [...tools, ...objectsOf(functions).map((tool) => functionTool(tool, tool.cache_control))]
  return { tools: all, leftOut, offeredSearch: search }
}

function functionTool({ name, parameters, description, strict }: JsonObject, cacheControl: unknown): Tool {
  return {
    name: textOf(name),
    parameters: isRecord(parameters) ? parameters : { type: 'object', properties: {} },
    ...(textOf(description) ? { description: textOf(description) } : {}),
    ...(typeof strict === 'boolean' ? { strict } : {}),
    ...(isRecord(cacheControl) ? { cacheControl } : {}),
  }
}

function customTool(custom: JsonObject): Tool {
  const name = textOf(custom.name)
  return { ...freeformTool(custom), name, native: { kind: 'custom', name } }
}

/** A vendor's own tool is chosen by its type. */
function checkVendorChoice(choice: unknown, { leftOut }: OfferedTools): void {
  const { type } = objectOf(choice)
  const demanded = leftOut.find(({ kind }) => kind === type)
  if (demanded)
    checkRequiredTool(
      { name: demanded.kind },
      { tools: [], leftOut: [{ ...demanded, name: demanded.kind }] },
      'tool_choice',
    )
}

/** https://platform.openai.com/docs/guides/function-calling#allowed-tools; undefined = all of them. */
function allowedNames(choice: unknown): Set<string> | undefined {
  const { type, allowed_tools } = objectOf(choice)
  if (type !== 'allowed_tools') return undefined
  const tools = objectsOf(objectOf(allowed_tools).tools)
  return new Set(tools.map((tool) => textOf(objectOf(tool.function ?? tool.custom).name) || textOf(tool.name)))
}

function readToolChoice(choice: unknown): ChatRequest['toolChoice'] {
  if (choice === 'auto' || choice === 'none' || choice === 'required') return choice
  const { type, name, ...rest } = objectOf(choice)
  if (type === 'allowed_tools') return objectOf(rest.allowed_tools).mode === 'required' ? 'required' : 'auto'
  const named = textOf(objectOf(rest.function).name) || textOf(objectOf(rest.custom).name) || textOf(name)
  if (named) return { name: named }
  return type === 'any' ? 'required' : undefined
}
