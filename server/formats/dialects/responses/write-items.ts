import { mergeTexts } from '../citations.ts'
import type { AnswerPart, InlineMedia, JsonObject, NativeTool } from '../conversation.ts'
import { inputOf } from '../freeform-tools.ts'
import { withoutUndefined } from '../json.ts'
import { writeState } from '../state-seals.ts'
import type { VendorState } from '../vendor-state.ts'
import { annotationsOf } from './citations.ts'
import { builtInPrefix, isBuiltIn, writeBuiltInCall } from './native-tools.ts'

/** Items of an answer: https://platform.openai.com/docs/api-reference/responses/object#responses-object-output */

type ItemStatus = 'in_progress' | 'completed' | 'incomplete'

export const textPart = (text: string, annotations: JsonObject[] = [], logprobs: JsonObject[] = []) => ({
  type: 'output_text',
  annotations,
  logprobs,
  text,
})
export const refusalPart = (refusal: string) => ({ type: 'refusal', refusal })
export const summaryPart = (text: string) => ({ type: 'summary_text', text })

export function messageItem(id: string, status: ItemStatus, ...content: JsonObject[]): JsonObject {
  return { id, type: 'message', status, role: 'assistant', content }
}

/**
 * Writes a reasoning item. Reasoning without state gets a mark in its place, because OpenAI would refuse unmarked
 * reasoning when it comes back.
 */
export function reasoningItem(id: string, text: string, state: VendorState | undefined): JsonObject {
  const summary = text ? [summaryPart(text)] : []
  return { id, type: 'reasoning', summary, encrypted_content: writeState(state, 'openai') }
}

export interface CalledTool {
  id: string
  /** JSON text. */
  arguments: string
  /** The tool in the caller's format. */
  native: NativeTool
}

/** Returns the caller's tool for a name that the upstream uses. */
export const nativeOf = (name: string, natives?: ReadonlyMap<string, NativeTool>): NativeTool =>
  natives?.get(name) ?? { kind: 'function', name }

export function callItem(
  id: string,
  status: ItemStatus,
  { id: call_id, native, arguments: json }: CalledTool,
): JsonObject {
  const { kind, name, namespace } = native
  if (isBuiltIn(kind)) return { id, status, ...writeBuiltInCall(kind, { call_id, arguments: json }) }
  if (kind === 'custom') {
    return withoutUndefined({ id, type: 'custom_tool_call', status, call_id, input: inputOf(json), name, namespace })
  }
  return withoutUndefined({ id, type: 'function_call', status, arguments: json, call_id, name, namespace })
}

/** Returns the id prefix of a call. */
export function callPrefix({ native: { kind } }: Pick<CalledTool, 'native'>): string {
  if (isBuiltIn(kind)) return builtInPrefix(kind)
  return kind === 'custom' ? 'ctc' : 'fc'
}

/** Writes a summary of the conversation: https://developers.openai.com/api/docs/guides/compaction */
export const compactionItem = (id: string, encrypted_content: string): JsonObject => ({
  id,
  type: 'compaction',
  encrypted_content,
})

export function imageItem(id: string, { mediaType, data }: InlineMedia): JsonObject {
  const output_format = mediaType.replace('image/', '')
  return { id, type: 'image_generation_call', status: 'completed', output_format, result: data }
}

/** How items get ids, and whether the answer is complete. */
interface ItemFacts {
  status: 'completed' | 'incomplete'
  /** Creates an id with a prefix. */
  nextId: (prefix: string) => string
  /** The caller's tools by the names that the upstream uses. */
  natives: ReadonlyMap<string, NativeTool> | undefined
  /** Probabilities, which stand with the first part of the text. */
  logprobs?: JsonObject[] | undefined
}

/** Writes the items of a whole answer. Consecutive texts become one message. */
export function writeItems(parts: readonly AnswerPart[], facts: ItemFacts): JsonObject[] {
  const merged = mergeTexts(parts)
  const first = merged.find(({ kind }) => kind === 'text')
  return merged.flatMap((part) => writeItem(part, part === first ? facts : { ...facts, logprobs: undefined }))
}

function writeItem(part: AnswerPart, { status, nextId, natives, logprobs }: ItemFacts): JsonObject[] {
  switch (part.kind) {
    case 'text':
      return part.text ? [messageItem(nextId('msg'), status, textPart(part.text, annotationsOf(part), logprobs))] : []
    case 'refusal':
      return [messageItem(nextId('msg'), status, refusalPart(part.text))]
    case 'reasoning':
      return [reasoningItem(nextId('rs'), part.text, part.state)]
    case 'tool_call': {
      const seal = part.state ? [reasoningItem(nextId('rs'), '', part.state)] : []
      const call = { id: part.id, arguments: part.arguments || '{}', native: nativeOf(part.name, natives) }
      return [...seal, callItem(nextId(callPrefix(call)), status, call)]
    }
    case 'image':
      return 'data' in part.source ? [imageItem(nextId('ig'), part.source)] : []
    case 'audio':
      return []
  }
}
