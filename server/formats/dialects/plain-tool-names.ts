import type { AnswerPart, ChatEvent, ChatRequest, Part } from './conversation.ts'
import { ToolNames } from './tool-names.ts'

type Named = Pick<ChatRequest, 'tools' | 'turns' | 'toolChoice'>

/**
 * The names of a request's tools that not every vendor takes (too long, with dots or blanks), with the names that stand for
 * them. The same request always gives the same names. Empty = all are taken.
 */
export function plainToolNames({ tools, turns, toolChoice }: Named): ReadonlyMap<string, string> {
  const called = turns.flatMap(({ parts }) => parts.flatMap((part) => (part.kind === 'tool_call' ? [part.name] : [])))
  const chosen = typeof toolChoice === 'object' ? [toolChoice.name] : []
  const all = new Set([...tools.map(({ name }) => name), ...called, ...chosen].filter(Boolean))
  const names = new ToolNames()
  const isPlain = (name: string) => ToolNames.isPlain(name)
  for (const name of all) if (isPlain(name)) names.of({ kind: 'function', name })
  return new Map([...all].filter((name) => !isPlain(name)).map((name) => [name, names.of({ kind: 'function', name })]))
}

/** Returns the request with names that every vendor takes. */
export function withPlainToolNames(request: ChatRequest): ChatRequest {
  const names = plainToolNames(request)
  if (names.size === 0) return request
  const nameOf = (name: string) => names.get(name) ?? name
  const renamed = (part: Part): Part =>
    'name' in part && part.name !== undefined && (part.kind === 'tool_call' || part.kind === 'tool_result')
      ? { ...part, name: nameOf(part.name) }
      : part
  const { tools, turns, toolChoice } = request
  return {
    ...request,
    tools: tools.map((tool) => ({ ...tool, name: nameOf(tool.name) })),
    turns: turns.map((turn) => ({ ...turn, parts: turn.parts.map(renamed) })),
    ...(typeof toolChoice === 'object' ? { toolChoice: { name: nameOf(toolChoice.name) } } : {}),
  }
}

/** Returns a function that gives calls of an answer the caller's names back. */
export function callersToolNames(request: Named | undefined): <T extends ChatEvent | AnswerPart>(said: T) => T {
  const names = request ? plainToolNames(request) : new Map<string, string>()
  if (names.size === 0) return (said) => said
  const own = new Map([...names].map(([caller, plain]) => [plain, caller]))
  return (said) => (said.kind === 'tool_call' ? { ...said, name: own.get(said.name) ?? said.name } : said)
}
