import type { InlineMedia, JsonObject, Media, Part, ToolCallPart, ToolResultPart, Turn } from '../conversation.ts'
import { Unwritable } from '../dialect.ts'
import { parsedObject } from '../json.ts'
import { fileText } from '../media-types.ts'
import { valueFor } from '../vendor-state.ts'
import type { ModelFacts } from './models.ts'

/** One turn on the wire: https://ai.google.dev/api/caching#Content */
export interface Content {
  role: 'user' | 'model'
  parts: JsonObject[]
}

/**
 * What stands for a signature that nobody has, because another vendor's model made the call:
 * https://ai.google.dev/gemini-api/docs/thought-signatures
 */
export const NO_SIGNATURE = 'skip_thought_signature_validator'

/** The conversation. Its first turn is the user's, and no turn is empty. */
export function writeContents(turns: readonly Turn[], facts: ModelFacts): Content[] {
  const names = new Map(turns.flatMap(({ parts }) => parts.filter(isCall).map(({ id, name }) => [id, name])))
  const contents = turns
    .flatMap(({ role, parts }) => (role === 'user' ? userContents(parts, names) : [modelContent(parts, facts)]))
    .filter(({ parts }) => parts.length > 0)
  if (contents[0]?.role === 'model') contents.unshift({ role: 'user', parts: [{ text: '...' }] })
  return contents
}

const isCall = (part: Part): part is ToolCallPart => part.kind === 'tool_call'
const isResult = (part: Part): part is ToolResultPart => part.kind === 'tool_result'

/** All results of one turn are one content, which holds nothing else: as many are expected as there were calls. */
function userContents(parts: readonly Part[], names: ReadonlyMap<string, string>): Content[] {
  const results = parts.filter(isResult)
  // Results are JSON: the pictures and files among them follow behind.
  const media = results.flatMap(({ content }) => content.filter(({ kind }) => kind !== 'text'))
  const others = [...media, ...parts.filter((part) => !isResult(part))].flatMap(plainPart)
  return [
    { role: 'user', parts: results.map((result) => writeResult(result, names)) },
    { role: 'user', parts: others },
  ]
}

function writeResult({ id, name, content, isError }: ToolResultPart, names: ReadonlyMap<string, string>): JsonObject {
  const text = content.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('\n')
  const response = isError ? { error: text } : (parsedObject(text) ?? { output: text })
  return { functionResponse: { name: name || names.get(id) || id, response } }
}

/** Of the calls of a turn only the first has a signature. Reasoning is not sent back. */
function modelContent(parts: readonly Part[], { wantsSignatures }: ModelFacts): Content {
  const first = parts.find(isCall)
  const written = parts.flatMap((part) => {
    if (!isCall(part)) return plainPart(part)
    const signature = valueFor('gemini', part.state) ?? (wantsSignatures && part === first ? NO_SIGNATURE : undefined)
    const functionCall = { name: part.name, args: parsedObject(part.arguments || '{}') ?? {} }
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
  'audio/x-wav': 'audio/wav',
  'image/jpg': 'image/jpeg',
}

function inlineData(source: Media): { mimeType: string; data: string } {
  if ('url' in source) throw new Unwritable('media by address must be fetched before')
  const { mediaType, data }: InlineMedia = source
  const isText = fileText(source) !== undefined && !mediaType.startsWith('text/')
  return { mimeType: isText ? 'text/plain' : (TYPES[mediaType] ?? mediaType), data }
}
