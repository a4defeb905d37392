import type { ChatRequest, JsonObject, Tool } from '../conversation.ts'
import { BadRequest } from '../dialect.ts'
import { isObject, objectOf, objectsOf, textOf } from '../json.ts'
import { checkDemand, notesOf, type OfferedTools, type VendorTool } from '../vendor-tools.ts'

/**
 * Reads the tools of a request and the choice among them. Tools that a vendor of this format runs, and a search that is
 * asked for by `web_search_options`, are left out. Throws BadRequest where the choice demands one of these.
 */
export function readTools(request: JsonObject): Pick<ChatRequest, 'tools' | 'toolChoice' | 'omitted'> {
  const { tool_choice: choice, function_call, web_search_options } = request
  const offered = readOffered(request)
  checkVendorChoice(choice, offered)
  const toolChoice = readToolChoice(choice ?? function_call)
  checkDemand(toolChoice, offered, 'tool_choice')
  const names = allowedNames(choice)
  const search = isObject(web_search_options) ? [{ field: 'web_search_options', kind: 'web_search' }] : []
  return {
    tools: names ? offered.tools.filter(({ name }) => names.has(name)) : offered.tools,
    ...(toolChoice ? { toolChoice } : {}),
    ...notesOf([...offered.leftOut, ...search]),
  }
}

/** Moonshot's own tools are called as functions are: https://platform.moonshot.ai/docs/guide/use-web-search */
const BUILT_IN = 'builtin_function'

function readOffered({ tools: given, functions }: JsonObject): OfferedTools {
  const tools: Tool[] = []
  const leftOut: VendorTool[] = []
  for (const [index, tool] of objectsOf(given).entries()) {
    const field = `tools[${index}]`
    const { type = 'function' } = tool
    const called = objectOf(tool.function)
    if (type === BUILT_IN) leftOut.push({ field, kind: textOf(called.name) || BUILT_IN, name: textOf(called.name) })
    else if (isObject(tool.function)) tools.push(functionTool(called, tool.cache_control))
    else if (type === 'function') throw new BadRequest(`${field}.function`, 'is missing')
    else if (type === 'custom') throw new BadRequest(`${field}.type`, `"custom" is a tool of OpenAI's own`)
    else leftOut.push({ field, kind: textOf(type) || JSON.stringify(type) })
  }
  return { tools: [...tools, ...objectsOf(functions).map((tool) => functionTool(tool, tool.cache_control))], leftOut }
}

function functionTool({ name, parameters, description, strict }: JsonObject, cacheControl: unknown): Tool {
  return {
    name: textOf(name),
    parameters: isObject(parameters) ? parameters : { type: 'object', properties: {} },
    ...(textOf(description) ? { description: textOf(description) } : {}),
    ...(typeof strict === 'boolean' ? { strict } : {}),
    ...(isObject(cacheControl) ? { cacheControl } : {}),
  }
}

/** A vendor's own tool is chosen by its type. */
function checkVendorChoice(choice: unknown, { leftOut }: OfferedTools): void {
  const { type } = objectOf(choice)
  const demanded = leftOut.find(({ kind }) => kind === type)
  if (demanded)
    checkDemand({ name: demanded.kind }, { tools: [], leftOut: [{ ...demanded, name: demanded.kind }] }, 'tool_choice')
}

/** https://platform.openai.com/docs/guides/function-calling#allowed-tools; undefined = all of them. */
function allowedNames(choice: unknown): Set<string> | undefined {
  const { type, allowed_tools } = objectOf(choice)
  if (type !== 'allowed_tools') return undefined
  const tools = objectsOf(objectOf(allowed_tools).tools)
  return new Set(tools.map((tool) => textOf(objectOf(tool.function).name) || textOf(tool.name)))
}

function readToolChoice(choice: unknown): ChatRequest['toolChoice'] {
  if (choice === 'auto' || choice === 'none' || choice === 'required') return choice
  const { type, name, ...rest } = objectOf(choice)
  if (type === 'allowed_tools') return objectOf(rest.allowed_tools).mode === 'required' ? 'required' : 'auto'
  const named = textOf(objectOf(rest.function).name) || textOf(name)
  if (named) return { name: named }
  return type === 'any' ? 'required' : undefined
}
