import type { ChatRequest, JsonObject, Tool, WebSearch } from '../conversation.ts'
import { BadRequest } from '../dialect.ts'
import { isObject, objectOf, objectsOf, textOf } from '../json.ts'
import { checkDemand, notesOf, type OfferedTools, type VendorTool, withDemand } from '../vendor-tools.ts'
import { offeredSearch, readDomains } from '../web-search.ts'
import { plainSchema } from './plain-schema.ts'

/**
 * Reads the tools of a request and the choice among them: https://ai.google.dev/api/caching#Tool. Tools that Google runs
 * are left out. Throws BadRequest for those of Google's kind that the client runs, and for a choice that demands a tool
 * where none is left.
 */
export function readTools({
  tools: given,
  toolConfig,
}: JsonObject): Pick<ChatRequest, 'tools' | 'webSearch' | 'toolChoice' | 'omitted'> {
  const { mode, allowedFunctionNames } = objectOf(objectOf(toolConfig).functionCallingConfig)
  const { tools, leftOut, webSearch } = readOffered(given)
  const { toolChoice } = readToolChoice(textOf(mode).toUpperCase(), allowedFunctionNames)
  const choice = withDemand(webSearch, false, toolChoice, tools)
  checkDemand(choice.toolChoice, { tools, leftOut }, 'toolConfig.functionCallingConfig.mode')
  return { tools: allowed(tools, allowedFunctionNames), ...choice, ...notesOf(leftOut) }
}

function readToolChoice(mode: string, names: unknown): Pick<ChatRequest, 'toolChoice'> {
  const [only, another] = Array.isArray(names) ? names : []
  switch (mode) {
    case 'ANY':
      return { toolChoice: typeof only === 'string' && another === undefined ? { name: only } : 'required' }
    case 'NONE':
      return { toolChoice: 'none' }
    case 'AUTO':
      return { toolChoice: 'auto' }
    default:
      return {}
  }
}

/** Tools that may not be called are not offered. */
function allowed(tools: Tool[], names: unknown): Tool[] {
  if (!Array.isArray(names) || names.length === 0) return tools
  const wanted = new Set(names)
  return tools.filter(({ name }) => wanted.has(name))
}

function readOffered(given: unknown): OfferedTools & { webSearch: WebSearch | undefined } {
  let webSearch: WebSearch | undefined
  const tools: Tool[] = []
  const leftOut: VendorTool[] = []
  for (const [index, { functionDeclarations, ...others }] of objectsOf(given).entries()) {
    const field = `tools[${index}]`
    if (others.computerUse) throw new BadRequest(`${field}.computerUse`, "is a tool of Google's own")
    for (const kind of Object.keys(others)) {
      if (kind !== 'googleSearch' && kind !== 'googleSearchRetrieval') leftOut.push({ field, kind })
      else
        webSearch = offeredSearch(`${field}: ${kind}`, {
          blockedDomains: readDomains(objectOf(others[kind]).excludeDomains),
        })
    }
    tools.push(...objectsOf(functionDeclarations).map(functionTool))
  }
  return { tools, leftOut, webSearch }
}

function functionTool({ name, description, parameters, parametersJsonSchema }: JsonObject): Tool {
  const schema = isObject(parametersJsonSchema) ? parametersJsonSchema : plainSchema(parameters)
  return {
    name: textOf(name),
    parameters: isObject(schema) ? schema : { type: 'object', properties: {} },
    ...(textOf(description) ? { description: textOf(description) } : {}),
  }
}
