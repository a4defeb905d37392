import type { ChatRequest } from './conversation.ts'

/** Settings that some formats cannot express, with the names under which the log lists them. */
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

export type ChatSetting = keyof typeof NAMES
export const CHAT_SETTINGS = Object.keys(NAMES) as ChatSetting[]

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

/** Returns the names of the settings that the request uses and a format does not support. */
export const usedUnsupportedSettings = (request: ChatRequest, unsaid: readonly ChatSetting[]): string[] =>
  unsaid.filter((setting) => usesSetting(request, setting)).map((setting) => NAMES[setting])

/** Returns whether the setting changes the answer. */
function usesSetting(request: ChatRequest, setting: ChatSetting): boolean {
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
