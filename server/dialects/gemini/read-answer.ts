import type { AnswerPart, ChatAnswer, FinishReason, JsonObject } from '../conversation.ts'
import { Unreadable } from '../dialect.ts'
import { objectOf, objectsOf, textOf } from '../json.ts'
import { readUsage } from './read-usage.ts'

/** Reads a whole answer: https://ai.google.dev/api/generate-content#v1beta.GenerateContentResponse */
export function readAnswer(answer: JsonObject, callId?: string): ChatAnswer {
  const { usage } = readUsage(objectOf(answer.usageMetadata))
  const candidates = objectsOf(answer.candidates)
  if (candidates.length === 0) {
    if (!isBlocked(answer)) throw new Unreadable('the answer has no candidates')
    return { choices: [{ parts: [], finish: 'content_filter' }], usage }
  }
  const nextId = callIds(callId ?? '')
  const passes = callId === undefined
  const choices = candidates.map((candidate) => {
    const parts = objectsOf(objectOf(candidate.content).parts).flatMap((part) => readPart(part, nextId))
    const hasCalls = parts.some(({ kind }) => kind === 'tool_call')
    return { parts, finish: finishReason(candidate.finishReason, { hasCalls, isEmpty: parts.length === 0, passes }) }
  })
  return { choices, usage }
}

/** A prompt that the vendor's filters refused. */
export const isBlocked = ({ promptFeedback }: JsonObject) => textOf(objectOf(promptFeedback).blockReason) !== ''

/** Ids for calls that have none: unique among all calls, since clients put several answers into one conversation. */
export function callIds(callId: string): (given: unknown) => string {
  let calls = 0
  return (given) => textOf(given) || `call_${callId}_${calls++}`
}

/** A part of a content; what belongs to tools that the vendor runs itself is left out: its outcome is in the texts. */
function readPart(part: JsonObject, nextId: (given: unknown) => string): AnswerPart[] {
  const call = part.functionCall
  if (call) {
    const { id, name, args } = objectOf(call)
    const read = {
      kind: 'tool_call' as const,
      id: nextId(id),
      name: textOf(name),
      arguments: JSON.stringify(args ?? {}),
    }
    const signature = textOf(part.thoughtSignature)
    return [signature ? { ...read, signature } : read]
  }
  const image = readImage(part)
  if (image) return [{ kind: 'image', source: image }]
  const text = textOf(part.text)
  return text === '' ? [] : [{ kind: part.thought === true ? 'reasoning' : 'text', text }]
}

/** An image of the answer. Drafts among the thoughts are none. */
export function readImage({ inlineData, thought }: JsonObject): { mediaType: string; data: string } | undefined {
  const { mimeType, data } = objectOf(inlineData)
  const isImage = textOf(mimeType).startsWith('image/') && textOf(data) !== '' && thought !== true
  return isImage ? { mediaType: textOf(mimeType), data: textOf(data) } : undefined
}

const FILTERED = new Set([
  'SAFETY',
  'RECITATION',
  'BLOCKLIST',
  'PROHIBITED_CONTENT',
  'SPII',
  'IMAGE_SAFETY',
  'IMAGE_PROHIBITED_CONTENT',
  'IMAGE_RECITATION',
])
const COMPLETE = new Set(['STOP', 'FINISH_REASON_UNSPECIFIED', ''])

/**
 * Why an answer ended: https://ai.google.dev/api/generate-content#FinishReason. An answer with tool calls has no reason
 * of its own. Throws Unreadable for one that failed with nothing to show, such as a malformed tool call, unless it
 * `passes` to a caller who knows the reason.
 */
export function finishReason(
  given: unknown,
  { hasCalls, isEmpty, passes }: { hasCalls: boolean; isEmpty: boolean; passes: boolean },
): FinishReason {
  const reason = textOf(given)
  if (FILTERED.has(reason)) return 'content_filter'
  if (reason === 'MAX_TOKENS') return 'length'
  if (hasCalls) return 'tool_calls'
  if (isEmpty && !passes && !COMPLETE.has(reason)) throw new Unreadable(`the model gave no answer: ${reason}`)
  return 'stop'
}
