import { objectsOf, textOf } from '../dialects/json.ts'
import { toMistralId } from '../dialects/tool-ids.ts'
import { reframeTranscription, transcriptionForm } from './mistral-transcripts.ts'
import { openai } from './openai.ts'
import type { AskedCall, FieldText, Provider } from './provider.ts'

/**
 * Mistral: OpenAI's format, except for the ids of tool calls (https://docs.mistral.ai/capabilities/function_calling) and for
 * transcripts.
 */
export const mistral: Provider = {
  ...openai,
  formRules: (endpoint) => (isTranscription({ endpoint }) ? transcriptionForm : undefined),
  reframe: (answer, asked) => (isTranscription(asked) ? reframeTranscription(answer, asked.stream) : answer),
  edits: (_channel, _endpoint, text) => ownIds(text),
}

const isTranscription = ({ endpoint }: Pick<AskedCall, 'endpoint'>) => endpoint?.operation === 'transcriptions'

const ID_MEMBER = /("(?:id|tool_call_id)"\s*:\s*)("(?:[^"\\]|\\.)*")/g

/** Converts ids from other vendors, as in a conversation that began elsewhere, to ids that Mistral accepts. */
function ownIds(text: FieldText) {
  const messages = text('messages')
  if (!messages?.includes('"tool_call')) return {}
  const foreign = foreignIds(messages)
  if (foreign.size === 0) return {}
  // Changes only ids: inside texts, the quotes of field names are escaped.
  const written = messages.replace(ID_MEMBER, (whole, name: string, value: string) => {
    const id = textOf(JSON.parse(value))
    return foreign.has(id) ? `${name}"${toMistralId(id)}"` : whole
  })
  return { messages: written }
}

function foreignIds(messages: string): Set<string> {
  const ids = objectsOf(parsed(messages)).flatMap(({ tool_calls, tool_call_id }) => [
    tool_call_id,
    ...objectsOf(tool_calls).map(({ id }) => id),
  ])
  return new Set(ids.filter((id): id is string => typeof id === 'string' && toMistralId(id) !== id))
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
