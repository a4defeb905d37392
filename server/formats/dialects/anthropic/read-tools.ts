import { isRecord } from '#contract/is-record.ts'
import type { ChatRequest, JsonObject, Tool, WebSearch } from '../conversation.ts'
import { BadRequest } from '../dialect.ts'
import { numberOf, objectOf, objectsOf, textOf, withoutUndefined } from '../json.ts'
import {
  checkRequiredTool,
  listOmitted,
  type OfferedTools,
  type VendorTool,
  withRequiredSearch,
} from '../vendor-tools.ts'
import { createSearch, readDomains, readLocation } from '../web-search.ts'
import { toClientTool } from './client-tools.ts'

/** https://platform.claude.com/docs/en/agents-and-tools/tool-use/server-tools */
const RUN_BY_VENDOR = /^(?:web_search|web_fetch|code_execution|advisor|tool_search_tool)_|^mcp_toolset$/

/**
 * Reads the tools of a request and the tool choice. Tools that the client runs become functions, and those that
 * Anthropic runs are left out. Throws BadRequest for other kinds, and if the choice requires a tool that is left
 * out.
 */
export function readTools(
  request: JsonObject,
): Pick<ChatRequest, 'tools' | 'webSearch' | 'toolChoice' | 'parallelToolCalls' | 'omitted'> {
  const { webSearch, ...offered } = readOffered(request.tools)
  const { toolChoice, ...choice } = readToolChoice(objectOf(request.tool_choice))
  const isNamed = typeof toolChoice === 'object' && toolChoice.name === webSearch?.name
  const searchAndChoice = withRequiredSearch(webSearch?.search, isNamed, toolChoice, offered.tools)
  checkRequiredTool(searchAndChoice.toolChoice, offered, 'tool_choice')
  const servers = objectsOf(request.mcp_servers).length > 0 ? [{ field: 'mcp_servers', kind: 'mcp' }] : []
  return { tools: offered.tools, ...searchAndChoice, ...choice, ...listOmitted([...offered.leftOut, ...servers]) }
}

interface NamedSearch {
  name: string
  search: WebSearch
}

function readOffered(given: unknown): OfferedTools & { webSearch: NamedSearch | undefined } {
  let webSearch: NamedSearch | undefined
  const tools: Tool[] = []
  const leftOut: VendorTool[] = []
  for (const [index, tool] of objectsOf(given).entries()) {
    const field = `tools[${index}]`
    const kind = textOf(tool.type)
    const read = kind === '' || kind === 'custom' ? functionTool(tool) : toClientTool(tool)
    if (read) tools.push({ ...read, ...readCacheControl(tool) })
    else if (kind.startsWith('web_search_'))
      webSearch = { name: textOf(tool.name), search: searchOf(tool, `${field}: ${kind}`) }
    else if (RUN_BY_VENDOR.test(kind)) leftOut.push({ field, kind, name: textOf(tool.name) })
    else throw new BadRequest(`${field}.type`, `${JSON.stringify(kind)} is a tool of Anthropic's own`)
  }
  return { tools, leftOut, webSearch }
}

/** https://platform.claude.com/docs/en/agents-and-tools/tool-use/web-search-tool */
function searchOf({ max_uses, allowed_domains, blocked_domains, user_location }: JsonObject, note: string): WebSearch {
  return createSearch(note, {
    maxUses: numberOf(max_uses),
    allowedDomains: readDomains(allowed_domains),
    blockedDomains: readDomains(blocked_domains),
    location: readLocation(user_location),
  })
}

function functionTool(tool: JsonObject): Tool {
  return withoutUndefined<Tool>({
    name: textOf(tool.name),
    parameters: objectOf(tool.input_schema),
    ...(textOf(tool.description) ? { description: textOf(tool.description) } : {}),
    ...(typeof tool.strict === 'boolean' ? { strict: tool.strict } : {}),
  })
}

function readToolChoice({
  type,
  name,
  disable_parallel_tool_use,
}: JsonObject): Pick<ChatRequest, 'toolChoice' | 'parallelToolCalls'> {
  const parallel = disable_parallel_tool_use === true ? { parallelToolCalls: false } : {}
  if (type === 'tool') return { toolChoice: { name: textOf(name) }, ...parallel }
  if (type === 'any') return { toolChoice: 'required', ...parallel }
  return type === 'auto' || type === 'none' ? { toolChoice: type, ...parallel } : parallel
}

/** Returns the caller's marker that the prompt may be cached up to here. */
export const readCacheControl = ({ cache_control }: JsonObject) =>
  isRecord(cache_control) ? { cacheControl: cache_control } : {}
