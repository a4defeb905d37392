import { isRecord } from '#contract/is-record.ts'
import type { ChatRequest, JsonObject, NativeTool, Tool, WebSearch } from '../conversation.ts'
import { BadRequest } from '../dialect.ts'
import { freeformTool } from '../freeform-tools.ts'
import { objectOf, objectsOf, textOf } from '../json.ts'
import { ToolNames } from '../tool-names.ts'
import { createSearch, readDomains, readLocation } from '../web-search.ts'
import { builtInFunction, isBuiltIn, isVendorPlace } from './native-tools.ts'

/** The tools of a request, with names that other vendors accept. */
export interface OfferedTools {
  tools: Tool[]
  names: ToolNames
  /** The tools that are left out, such as `tools[2]: web_search`. */
  omitted: string[]
  webSearch?: WebSearch
}

/** A tool as the caller defines it, and its field. */
interface Definition {
  tool: JsonObject
  field: string
  namespace?: string
  /** The caller's description of the namespace. */
  about?: string
}

/**
 * Reads the tools of a request, including those that its input adds (`additional_tools`, `tool_search_output`).
 * Tools that the client runs become functions, with unique names for those in a namespace. Tools that the vendor
 * runs are left out. https://platform.openai.com/docs/api-reference/responses/create
 */
export function readTools({ tools, input }: JsonObject): OfferedTools {
  const all = [...definitionsIn(tools, 'tools'), ...addedByInput(input)]
  const names = new ToolNames()
  for (const { tool, namespace } of all) if (tool.type === 'function' && !namespace) names.of(nativeOf({ tool }))
  const read = new Map<string, Tool>()
  const omitted: string[] = []
  let webSearch: WebSearch | undefined
  for (const definition of all) {
    const tool = readTool(definition, names)
    const note = `${definition.field}: ${textOf(definition.tool.type)}`
    if (tool) read.set(tool.name, tool)
    else if (isLiveSearch(definition.tool)) webSearch = searchOf(definition.tool, note)
    else omitted.push(note)
  }
  return { tools: [...read.values()], names, omitted, ...(webSearch ? { webSearch } : {}) }
}

const SEARCH = /^web_search(?:_preview)?(?:_\d|$)/

/** If the caller forbids web access, the search covers only OpenAI's own pages, which no other vendor has. */
const isLiveSearch = ({ type, external_web_access }: JsonObject) =>
  SEARCH.test(textOf(type)) && external_web_access !== false

/** https://platform.openai.com/docs/guides/tools-web-search */
function searchOf({ filters, user_location }: JsonObject, note: string): WebSearch {
  const allowedDomains = readDomains(objectOf(filters).allowed_domains)
  return createSearch(note, { allowedDomains, location: readLocation(user_location) })
}

/** Returns the names of the tools that a list defines. */
export const namesOfTools = (tools: unknown, names: ToolNames): string[] =>
  definitionsIn(tools, '').map((definition) => names.of(nativeOf(definition)))

function addedByInput(input: unknown): Definition[] {
  if (!Array.isArray(input)) return []
  return input.flatMap((item, index) => {
    const { type, tools } = objectOf(item)
    const adds = type === 'additional_tools' || type === 'tool_search_output'
    return adds ? definitionsIn(tools, `input[${index}].tools`) : []
  })
}

function definitionsIn(tools: unknown, field: string): Definition[] {
  if (!Array.isArray(tools)) return []
  return tools.flatMap((item, index) => {
    const tool = objectOf(item)
    const at = `${field}[${index}]`
    if (tool.type !== 'namespace') return [{ tool, field: at }]
    const namespace = textOf(tool.name)
    const inside = definitionsIn(tool.tools, `${at}.tools`)
    return inside.map((one, place) => ({
      ...one,
      namespace,
      ...(place === 0 ? { about: textOf(tool.description) } : {}),
    }))
  })
}

/** Converts a tool by its type; undefined = it is left out. */
function readTool(definition: Definition, names: ToolNames): Tool | undefined {
  const { type } = definition.tool
  const native = nativeOf(definition)
  const name = names.of(native)
  if (type === 'function') return functionTool(definition, name, native)
  if (type === 'custom') return { ...freeformTool(definition.tool, definition.about ?? ''), name, native }
  if (isBuiltIn(type) && isRunByClient(definition.tool)) return builtInTool(definition, name, native)
  return undefined
}

function nativeOf({ tool, namespace }: Pick<Definition, 'tool' | 'namespace'>): NativeTool {
  const kind = textOf(tool.type)
  return { kind, name: textOf(tool.name) || kind, ...(namespace ? { namespace } : {}) }
}

/** Shells may run in the vendor's containers, and tool searches at the vendor. */
function isRunByClient({ type, environment, execution, parameters }: JsonObject): boolean {
  if (type === 'shell') return !isVendorPlace(environment)
  if (type === 'tool_search') return execution === 'client' || (execution === undefined && isRecord(parameters))
  return true
}

function functionTool({ tool, about }: Definition, name: string, native: NativeTool): Tool {
  const description = described(textOf(tool.description), about)
  return {
    name,
    parameters: isRecord(tool.parameters) ? tool.parameters : { type: 'object', properties: {} },
    ...(description ? { description } : {}),
    ...(typeof tool.strict === 'boolean' ? { strict: tool.strict } : {}),
    ...(name === native.name && !native.namespace ? {} : { native }),
  }
}

const described = (...texts: (string | undefined)[]) => texts.filter(Boolean).join('\n\n')

function builtInTool({ tool }: Definition, name: string, native: NativeTool): Tool | undefined {
  if (!isBuiltIn(native.kind)) return undefined
  const { description, parameters } = builtInFunction(native.kind)
  return {
    name,
    description: textOf(tool.description) || description,
    parameters: isRecord(tool.parameters) ? tool.parameters : parameters,
    native,
  }
}

/**
 * Reads `tool_choice` and returns the tools that the model gets. Throws BadRequest if it requires a tool that is
 * left out.
 */
export function readToolChoice(choice: unknown, offered: OfferedTools): Chosen {
  const { webSearch } = offered
  if (!webSearch) return chosenAmong(choice, offered)
  const onlySearch = choice === 'required' && offered.tools.length === 0
  const isDemanded = onlySearch || SEARCH.test(textOf(objectOf(choice).type))
  return {
    ...chosenAmong(isDemanded ? undefined : choice, offered),
    webSearch: { ...webSearch, isRequired: isDemanded },
  }
}

type Chosen = Pick<ChatRequest, 'tools' | 'toolChoice' | 'webSearch'>

function chosenAmong(choice: unknown, { tools }: OfferedTools): Chosen {
  if (choice === 'required' && tools.length === 0) throw new BadRequest('tool_choice', NONE_LEFT)
  if (choice === 'auto' || choice === 'none' || choice === 'required') return { tools, toolChoice: choice }
  if (!isRecord(choice)) return { tools }
  if (choice.type !== 'allowed_tools') {
    const chosen = tools.find((tool) => isMeant(tool, choice))
    if (!chosen)
      throw new BadRequest('tool_choice', `${JSON.stringify(choice.type)} is not a tool that this model supports`)
    return { tools, toolChoice: { name: chosen.name } }
  }
  const allowed = objectsOf(choice.tools)
  const chosen = tools.filter((tool) => allowed.some((one) => isMeant(tool, one)))
  if (choice.mode !== 'required') return { tools: chosen, toolChoice: 'auto' }
  if (chosen.length === 0) throw new BadRequest('tool_choice.tools', NONE_LEFT)
  return { tools: chosen, toolChoice: 'required' }
}

const NONE_LEFT = 'requires a tool, but this model supports none of the offered ones'

/**
 * Returns whether a choice names a tool: a function by its name, with or without its namespace; a built-in tool by
 * its type.
 */
function isMeant({ name, native }: Tool, { type, name: wanted, namespace }: JsonObject): boolean {
  const { kind, ...own } = native ?? { kind: 'function', name }
  if (type === 'namespace') return own.namespace !== undefined && own.namespace === wanted
  if (kind !== type) return false
  return isBuiltIn(kind) || (own.name === wanted && (namespace === undefined || namespace === own.namespace))
}
