import type { JsonObject } from '../dialects/conversation.ts'
import type { Channel } from '../registry/channels.ts'

/** How a provider counts the tokens of a request without running it. Pure. */
export interface Counting {
  /** Where to ask and with what; `json` is the request as it would be run. */
  request(channel: Channel, asked: CountedRequest): { url: string; headers: Record<string, string>; json: JsonObject }
  /** The tokens in the answer; undefined = it has none. */
  tokens(answer: JsonObject): number | undefined
}

/** A request to be counted, in the format of the provider. */
export interface CountedRequest {
  json: JsonObject
  /** The model as the upstream calls it. */
  model: string
  /** The token of the provider's `access`; "" where it has none. */
  access: string
  /** Milliseconds since the epoch. */
  now: number
}

const numberIn = (value: unknown) => (typeof value === 'number' && value >= 0 ? value : undefined)

/** Reads the tokens of an answer from one of its fields. */
export const tokensIn =
  (field: string): Counting['tokens'] =>
  (answer) =>
    numberIn(answer[field])

/** Only these fields of a request, as interfaces that count refuse others. */
export const fieldsOf = (json: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(names.filter((name) => json[name] !== undefined).map((name) => [name, json[name]]))

/** What Anthropic counts: https://platform.claude.com/docs/en/api/messages-count-tokens */
export const ANTHROPIC_COUNTED = [
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

/** What OpenAI counts: https://platform.openai.com/docs/api-reference/responses/input-tokens */
export const OPENAI_COUNTED = [
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
