import { isRecord } from '#contract/is-record.ts'
import type { ChatRequest, JsonObject, Tool, WebSearch } from '../conversation.ts'
import { BadRequest } from '../dialect.ts'
import { plainSchema } from '../function-schemas.ts'
import { objectOf, objectsOf, textOf } from '../json.ts'
import {
  checkRequiredTool,
  listOmitted,
  type OfferedTools,
  type VendorTool,
  withRequiredSearch,
} from '../vendor-tools.ts'
import { createSearch, readDomains } from '../web-search.ts'

/**
 * Reads the tools of a request and the tool choice: https://ai.google.dev/api/caching#Tool. Tools that Google runs
 * are left out. Throws BadRequest for tools of Google's kind that the client runs, and if the choice requires a
 * tool and none is left.
 */
export function readTools({
  tools: given,
  toolConfig,
}: JsonObject): Pick<ChatRequest, 'tools' | 'webSearch' | 'toolChoice' | 'omitted'> {
  const { mode, allowedFunctionNames } = objectOf(objectOf(toolConfig).functionCallingConfig)
  const { tools, leftOut, webSearch } = readOffered(given)
  const { toolChoice } = readToolChoice(textOf(mode).toUpperCase(), allowedFunctionNames)
  const choice = withRequiredSearch(webSearch, false, toolChoice, tools)
  checkRequiredTool(choice.toolChoice, { tools, leftOut }, 'toolConfig.functionCallingConfig.mode')
  return { tools: allowed(tools, allowedFunctionNames), ...choice, ...listOmitted(leftOut) }
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

/** Leaves out tools that may not be called. */
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
        webSearch = createSearch(`${field}: ${kind}`, {
          blockedDomains: readDomains(objectOf(others[kind]).excludeDomains),
        })
    }
    tools.push(...objectsOf(functionDeclarations).map(functionTool))
  }
  return { tools, leftOut, webSearch }
}

function functionTool({ name, description, parameters, parametersJsonSchema }: JsonObject): Tool {
  const schema = isRecord(parametersJsonSchema) ? parametersJsonSchema : plainSchema(parameters)
  return {
    name: textOf(name),
    parameters: isRecord(schema) ? schema : { type: 'object', properties: {} },
    ...(textOf(description) ? { description: textOf(description) } : {}),
  }
}
