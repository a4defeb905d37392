import type { JsonObject } from '../dialects/conversation.ts'
import type { Channel } from './channel.ts'

/** How a provider counts the tokens of a request without running it. Pure. */
export interface TokenCounting {
  /** Creates the counting request; `json` is the request as it would be run. */
  request(
    channel: Channel,
    asked: TokenCountRequest,
  ): { url: string; headers: Record<string, string>; json: JsonObject }
  /** Returns the tokens in the answer; undefined = it has none. */
  tokens(answer: JsonObject): number | undefined
}

/** A request to be counted, in the format of the provider. */
export interface TokenCountRequest {
  json: JsonObject
  /** The upstream's name of the model. */
  model: string
  /** The token obtained by the provider's `access`; "" where it has none. */
  access: string
  /** Milliseconds since the epoch. */
  now: number
}

const numberIn = (value: unknown) => (typeof value === 'number' && value >= 0 ? value : undefined)

/** Creates a reader of the tokens in one field of an answer. */
export const tokenCountReader =
  (field: string): TokenCounting['tokens'] =>
  (answer) =>
    numberIn(answer[field])

/** Returns only these fields of a request, because counting APIs refuse others. */
export const pickFields = (json: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(names.filter((name) => json[name] !== undefined).map((name) => [name, json[name]]))

/** The fields that Anthropic counts: https://platform.claude.com/docs/en/api/messages-count-tokens */
export const ANTHROPIC_COUNTED_FIELDS = [
  'model',
  'messages',
  'system',
  'tools',
  'tool_choice',
  'thinking',
  'output_config',
  'mcp_servers',
  'context_management',
] as const

/** The fields that OpenAI counts: https://platform.openai.com/docs/api-reference/responses/input-tokens */
export const OPENAI_COUNTED_FIELDS = [
  'model',
  'input',
  'instructions',
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'reasoning',
  'text',
  'truncation',
  'previous_response_id',
  'conversation',
] as const
