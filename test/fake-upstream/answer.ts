import type { Behaviour } from './behaviour.ts'
import type { Scripted } from './script.ts'
import { countTokens, sampleTokens, splitTokens } from './words.ts'

/** The fields of a chat or completion request that change the fake answer. Others are accepted and ignored. */
export interface GenerationRequest {
  model?: string
  messages?: { role?: string; content?: unknown; tool_calls?: unknown }[]
  prompt?: string | string[] | number[]
  stream?: boolean
  stream_options?: { include_usage?: boolean } | null
  max_tokens?: number | null
  max_completion_tokens?: number | null
  n?: number | null
  /** Tiers of service, in the words of each format. */
  service_tier?: string | null
  serviceTier?: string
  speed?: string | null
  inference_geo?: string | null
  tools?: Tool[]
  tool_choice?: string | { type?: string; name?: string; function?: { name?: string } }
  fake?: Behaviour
}

/** Tools as OpenAI's format offers them, and as Anthropic's does. */
interface Tool {
  name?: string
  input_schema?: { properties?: Record<string, { type?: string }> }
  function?: { name?: string; parameters?: { properties?: Record<string, { type?: string }> } }
}

/** What will be answered, before it takes the shape of a dialect. Every piece is one token. */
export interface Answer {
  pieces: string[]
  tool: { id: string; name: string } | undefined
  finish: 'stop' | 'length' | 'tool_calls'
  choices: number
  promptTokens: number
  cachedTokens: number
  reasoningTokens: number
}

export function planAnswer(request: GenerationRequest, behaviour: Behaviour): Answer {
  const scripted = behaviour.script?.({ text: JSON.stringify(request), tools: request.tools?.map(nameOf) ?? [] })
  const promptTokens = scripted?.promptTokens ?? behaviour.prompt_tokens ?? countPrompt(request)
  const { tool, wanted } = scripted ? saidBy(scripted) : chosen(request, behaviour)
  const limit = request.max_completion_tokens ?? request.max_tokens ?? Number.POSITIVE_INFINITY
  const cut = wanted.length > limit
  return {
    pieces: cut ? wanted.slice(0, limit) : wanted,
    tool,
    finish: cut ? 'length' : tool ? 'tool_calls' : 'stop',
    choices: request.n ?? 1,
    promptTokens,
    cachedTokens: Math.min(behaviour.cached_tokens ?? 0, promptTokens),
    reasoningTokens: behaviour.reasoning_tokens ?? 0,
  }
}

let calls = 0

function saidBy(scripted: Scripted): Pick<Answer, 'tool'> & { wanted: string[] } {
  if ('text' in scripted) return { tool: undefined, wanted: splitTokens(scripted.text) }
  const tool = { id: `call_fake${String(++calls).padStart(4, '0')}s`, name: scripted.tool }
  return { tool, wanted: inPieces(JSON.stringify(scripted.arguments)) }
}

function chosen(request: GenerationRequest, behaviour: Behaviour): ReturnType<typeof saidBy> {
  const tool = chosenTool(request, behaviour)
  if (tool) return { tool: { id: 'call_fake0001', name: nameOf(tool) }, wanted: inPieces(sampleArguments(tool)) }
  const { reply, tokens = 12 } = behaviour
  return { tool: undefined, wanted: reply === undefined ? sampleTokens(tokens) : splitTokens(reply) }
}

const inPieces = (text: string): string[] => text.match(/.{1,4}/gs) ?? []

/** Tokens of a whole answer, hidden reasoning included. */
export function completionTokens(answer: Answer): number {
  return answer.pieces.length * answer.choices + answer.reasoningTokens
}

function countPrompt({ messages, prompt }: GenerationRequest): number {
  if (messages) return messages.reduce((total, message) => total + countContent(message.content), 0)
  if (Array.isArray(prompt)) {
    return prompt.reduce<number>((total, part) => total + (typeof part === 'string' ? countTokens(part) : 1), 0)
  }
  return countTokens(prompt ?? '')
}

/** Text of a message or of its text parts; an image or another part counts as one token. */
function countContent(content: unknown): number {
  if (typeof content === 'string') return countTokens(content)
  if (!Array.isArray(content)) return 0
  return content.reduce((total, part) => total + (typeof part?.text === 'string' ? countTokens(part.text) : 1), 0)
}

function chosenTool({ tools, tool_choice }: GenerationRequest, behaviour: Behaviour): Tool | undefined {
  const choice = typeof tool_choice === 'string' ? { type: tool_choice } : tool_choice
  const named = choice?.function?.name ?? choice?.name
  if (named) return tools?.find((tool) => nameOf(tool) === named)
  if (choice?.type === 'any') return tools?.[0]
  return behaviour.tool_call || tool_choice === 'required' ? tools?.[0] : undefined
}

const nameOf = (tool: Tool) => tool.function?.name ?? tool.name ?? 'fake_tool'

function sampleArguments(tool: Tool): string {
  const { properties: declared } = tool.function?.parameters ?? tool.input_schema ?? {}
  const properties = Object.entries(declared ?? {})
  const sample = (type = 'string') => (type === 'string' ? 'Paris' : type === 'boolean' ? true : 1)
  return JSON.stringify(Object.fromEntries(properties.map(([name, { type }]) => [name, sample(type)])))
}
