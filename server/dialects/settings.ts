import type { ChatRequest } from './conversation.ts'

/** What a request may ask for and some formats have no word for, as the log calls it. */
const NAMES = {
  maxTokens: 'max_tokens',
  temperature: 'temperature',
  topP: 'top_p',
  topK: 'top_k',
  stop: 'stop',
  seed: 'seed',
  presencePenalty: 'presence_penalty',
  frequencyPenalty: 'frequency_penalty',
  candidates: 'n',
  format: 'response_format',
  reasoning: 'reasoning_effort',
  tools: 'tools',
  toolChoice: 'tool_choice',
  parallelToolCalls: 'parallel_tool_calls',
} as const satisfies Partial<Record<keyof ChatRequest, string>>

export type Setting = keyof typeof NAMES
export const SETTINGS = Object.keys(NAMES) as Setting[]

/**
 * Returns the stop sequences that a vendor takes: the first `most` of those for which `isTaken` holds. `omit` gets the names of
 * the others.
 */
export function stopsFor(
  stops: readonly string[],
  { most = Number.POSITIVE_INFINITY, isTaken = () => true }: { most?: number; isTaken?: (stop: string) => boolean },
  omit: ((name: string) => void) | undefined,
): string[] {
  const taken: string[] = []
  for (const [index, stop] of stops.entries()) {
    if (taken.length < most && isTaken(stop)) taken.push(stop)
    else omit?.(`stop[${index}]`)
  }
  return taken
}

/** Names the settings that the request asks for and a format does not say. */
export const unsaidSettings = (request: ChatRequest, unsaid: readonly Setting[]): string[] =>
  unsaid.filter((setting) => asksFor(request, setting)).map((setting) => NAMES[setting])

/** Whether the answer would be another without the setting. */
function asksFor(request: ChatRequest, setting: Setting): boolean {
  const { tools, toolChoice, parallelToolCalls, reasoning } = request
  switch (setting) {
    case 'tools':
      return tools.length > 0 && toolChoice !== 'none'
    case 'toolChoice':
      return toolChoice === 'required' || typeof toolChoice === 'object'
    case 'parallelToolCalls':
      return parallelToolCalls === false && tools.length > 0
    case 'reasoning':
      return reasoning !== undefined && reasoning.effort !== 'none' && reasoning.budget !== 0
    case 'stop':
      return request.stop.length > 0
    case 'candidates':
      return (request.candidates ?? 1) > 1
    case 'temperature':
    case 'topP':
      return (request[setting] ?? 1) !== 1
    case 'presencePenalty':
    case 'frequencyPenalty':
      return (request[setting] ?? 0) !== 0
    default:
      return request[setting] !== undefined
  }
}
