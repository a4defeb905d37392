import type { ChatRequest, Tool, WebSearch } from './conversation.ts'
import { BadRequest } from './dialect.ts'

/** A tool that the vendor of the caller's format runs itself and that other vendors lack. It is left out. */
export interface VendorTool {
  /** The field in which it is offered, such as `tools[2]`. */
  field: string
  kind: string
  /** Its name in a tool choice; absent = it cannot be chosen. */
  name?: string
}

/** The tools of a request: those that work with models of any vendor, and those that are left out. */
export interface OfferedTools {
  tools: Tool[]
  leftOut: VendorTool[]
}

/**
 * Returns the web search and the tool choice without it. The search is marked as required if the choice can mean
 * nothing else.
 */
export function withRequiredSearch(
  webSearch: WebSearch | undefined,
  isNamed: boolean,
  choice: ChatRequest['toolChoice'],
  tools: readonly Tool[],
): Pick<ChatRequest, 'webSearch' | 'toolChoice'> {
  if (!webSearch) return choice ? { toolChoice: choice } : {}
  if (isNamed || (choice === 'required' && tools.length === 0)) return { webSearch: { ...webSearch, isRequired: true } }
  return { webSearch, ...(choice ? { toolChoice: choice } : {}) }
}

/** Lists left-out tools for `ChatRequest.omitted`. */
export function listOmitted(leftOut: readonly VendorTool[]): Pick<ChatRequest, 'omitted'> {
  return leftOut.length > 0 ? { omitted: leftOut.map(({ field, kind }) => `${field}: ${kind}`) } : {}
}

/** Throws BadRequest if the choice requires a tool that is left out. */
export function checkRequiredTool(
  choice: ChatRequest['toolChoice'],
  { tools, leftOut }: OfferedTools,
  field: string,
): void {
  if (choice === 'required' && tools.length === 0 && leftOut.length > 0) {
    throw new BadRequest(field, 'requires a tool, but the vendor of this model supports none of the offered ones')
  }
  if (typeof choice !== 'object' || tools.some(({ name }) => name === choice.name)) return
  const demanded = leftOut.find(({ name }) => name === choice.name)
  if (demanded) throw new BadRequest(field, `requires ${demanded.kind}, which the vendor of this model does not offer`)
}
