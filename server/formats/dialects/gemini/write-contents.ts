import type { InlineMedia, JsonObject, Media, Part, ToolCallPart, ToolResultPart, Turn } from '../conversation.ts'
import { Unwritable } from '../dialect.ts'
import { parseObject } from '../json.ts'
import { fileText } from '../media-types.ts'
import { toArgumentsObject } from '../tool-arguments.ts'
import { stateValueFor } from '../vendor-state.ts'
import type { ModelFacts } from './models.ts'

/** One turn in the wire format: https://ai.google.dev/api/caching#Content */
export interface Content {
  role: 'user' | 'model'
  parts: JsonObject[]
}

/**
 * Replaces a missing signature for a call that another vendor's model made:
 * https://ai.google.dev/gemini-api/docs/thought-signatures
 */
export const NO_SIGNATURE = 'skip_thought_signature_validator'

/** Writes the conversation. Its first turn is the user's, and no turn is empty. */
export function writeContents(turns: readonly Turn[], facts: ModelFacts): Content[] {
  const names = new Map(turns.flatMap(({ parts }) => parts.filter(isCall).map(({ id, name }) => [id, name])))
  const contents = turns
    .flatMap(({ role, parts }) => (role === 'assistant' ? [modelContent(parts, facts)] : userContents(parts, names)))
    .filter(({ parts }) => parts.length > 0)
  if (contents[0]?.role === 'model') contents.unshift({ role: 'user', parts: [{ text: '...' }] })
  return contents
}

const isCall = (part: Part): part is ToolCallPart => part.kind === 'tool_call'
const isResult = (part: Part): part is ToolResultPart => part.kind === 'tool_result'

/**
 * Puts all results of one turn into one content without other parts, because as many results are expected as there
 * were calls.
 */
function userContents(parts: readonly Part[], names: ReadonlyMap<string, string>): Content[] {
  const results = parts.filter(isResult)
  // Results are JSON: their images and files follow after them.
  const media = results.flatMap(({ content }) => content.filter(({ kind }) => kind !== 'text'))
  const others = [...media, ...parts.filter((part) => !isResult(part))].flatMap(plainPart)
  return [
    { role: 'user', parts: results.map((result) => writeResult(result, names)) },
    { role: 'user', parts: others },
  ]
}

function writeResult({ id, name, content, isError }: ToolResultPart, names: ReadonlyMap<string, string>): JsonObject {
  const text = content.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('\n')
  const response = isError ? { error: text } : (parseObject(text) ?? { output: text })
  return { functionResponse: { name: name || names.get(id) || id, response } }
}

/** Only the first call of a turn has a signature. Reasoning is not sent back. */
function modelContent(parts: readonly Part[], { requiresSignatures: wantsSignatures }: ModelFacts): Content {
  const first = parts.find(isCall)
  const written = parts.flatMap((part) => {
    if (!isCall(part)) return plainPart(part)
    const signature =
      stateValueFor('gemini', part.state) ?? (wantsSignatures && part === first ? NO_SIGNATURE : undefined)
    const functionCall = { name: part.name, args: toArgumentsObject(part.arguments) }
    return [signature ? { functionCall, thoughtSignature: signature } : { functionCall }]
  })
  return { role: 'model', parts: written }
}

function plainPart(part: Part): JsonObject[] {
  switch (part.kind) {
    case 'text':
      return part.text === '' ? [] : [{ text: part.text }]
    case 'image':
    case 'audio':
    case 'file':
      return [{ inlineData: inlineData(part.source) }]
    case 'reasoning':
    case 'tool_call':
    case 'tool_result':
      return []
  }
}

/** Google's names of audio formats: https://ai.google.dev/gemini-api/docs/audio */
const TYPES: Record<string, string> = {
  'audio/mpeg': 'audio/mp3',
}

function inlineData(source: Media): { mimeType: string; data: string } {
  if ('url' in source) throw new Unwritable('media by address must be fetched before')
  const { mediaType, data }: InlineMedia = source
  const isText = fileText(source) !== undefined && !mediaType.startsWith('text/')
  return { mimeType: isText ? 'text/plain' : (TYPES[mediaType] ?? mediaType), data }
}
