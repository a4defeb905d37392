import type { ChatRequest, JsonObject, Tool } from '../conversation.ts'
import { BadRequest } from '../dialect.ts'
import { defined, isObject, objectOf, objectsOf, textOf } from '../json.ts'
import { checkDemand, notesOf, type OfferedTools, type VendorTool } from '../vendor-tools.ts'
import { clientTool } from './client-tools.ts'

/** https://platform.claude.com/docs/en/agents-and-tools/tool-use/server-tools */
const RUN_BY_VENDOR = /^(?:web_search|web_fetch|code_execution|advisor|tool_search_tool)_|^mcp_toolset$/

/**
 * Reads the tools of a request and the choice among them. Tools that the client runs become functions; those that
 * Anthropic runs are left out. Throws BadRequest for other kinds, and where the choice demands one that is left out.
 */
export function readTools(
  request: JsonObject,
): Pick<ChatRequest, 'tools' | 'toolChoice' | 'parallelToolCalls' | 'omitted'> {
  const offered = readOffered(request.tools)
  const choice = readToolChoice(objectOf(request.tool_choice))
  checkDemand(choice.toolChoice, offered, 'tool_choice')
  const servers = objectsOf(request.mcp_servers).length > 0 ? [{ field: 'mcp_servers', kind: 'mcp' }] : []
  return { tools: offered.tools, ...choice, ...notesOf([...offered.leftOut, ...servers]) }
}

function readOffered(given: unknown): OfferedTools {
  const tools: Tool[] = []
  const leftOut: VendorTool[] = []
  for (const [index, tool] of objectsOf(given).entries()) {
    const field = `tools[${index}]`
    const kind = textOf(tool.type)
    const read = kind === '' || kind === 'custom' ? functionTool(tool) : clientTool(tool)
    if (read) tools.push({ ...read, ...cacheOf(tool) })
    else if (RUN_BY_VENDOR.test(kind)) leftOut.push({ field, kind, name: textOf(tool.name) })
    else throw new BadRequest(`${field}.type`, `${JSON.stringify(kind)} is a tool of Anthropic's own`)
  }
  return { tools, leftOut }
}

function functionTool(tool: JsonObject): Tool {
  return defined<Tool>({
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

/** The caller's mark that the prompt may be cached up to here. */
export const cacheOf = ({ cache_control }: JsonObject) =>
  isObject(cache_control) ? { cacheControl: cache_control } : {}
