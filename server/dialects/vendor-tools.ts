import type { ChatRequest, Tool, WebSearch } from './conversation.ts'
import { BadRequest } from './dialect.ts'

/** A tool that the vendor of the caller's format runs itself, which other vendors do not have: it is left out. */
export interface VendorTool {
  /** Where it is offered, such as `tools[2]`. */
  field: string
  kind: string
  /** How a choice names it; absent = no choice can. */
  name?: string
}

/** The tools of a request: those that a model of any vendor can be given, and the others. */
export interface OfferedTools {
  tools: Tool[]
  leftOut: VendorTool[]
}

/**
 * The search of the web among the tools, and the choice without it: a choice that can mean nothing else demands it.
 */
export function withDemand(
  webSearch: WebSearch | undefined,
  isNamed: boolean,
  choice: ChatRequest['toolChoice'],
  tools: readonly Tool[],
): Pick<ChatRequest, 'webSearch' | 'toolChoice'> {
  if (!webSearch) return choice ? { toolChoice: choice } : {}
  if (isNamed || (choice === 'required' && tools.length === 0)) return { webSearch: { ...webSearch, isDemanded: true } }
  return { webSearch, ...(choice ? { toolChoice: choice } : {}) }
}

/** What `ChatRequest.omitted` says of tools that are left out. */
export function notesOf(leftOut: readonly VendorTool[]): Pick<ChatRequest, 'omitted'> {
  return leftOut.length > 0 ? { omitted: leftOut.map(({ field, kind }) => `${field}: ${kind}`) } : {}
}

/** Throws BadRequest where a choice demands a tool that is left out. */
export function checkDemand(choice: ChatRequest['toolChoice'], { tools, leftOut }: OfferedTools, field: string): void {
  if (choice === 'required' && tools.length === 0 && leftOut.length > 0) {
    throw new BadRequest(field, 'demands a tool, and the vendor of this model has none of those that are offered')
  }
  if (typeof choice !== 'object' || tools.some(({ name }) => name === choice.name)) return
  const demanded = leftOut.find(({ name }) => name === choice.name)
  if (demanded) throw new BadRequest(field, `demands ${demanded.kind}, which the vendor of this model does not have`)
}
