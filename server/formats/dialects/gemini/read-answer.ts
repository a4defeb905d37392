import { isRecord } from '#contract/is-record.ts'
import { addCitation } from '../citations.ts'
import type { AnswerPart, AudioPart, ChatAnswer, ImagePart, JsonObject } from '../conversation.ts'
import { Unreadable } from '../dialect.ts'
import { objectOf, oneOrMoreObjects, textOf } from '../json.ts'
import { readLogprobsResult } from '../logprobs.ts'
import { mediaTypeOf } from '../media-types.ts'
import { stateField } from '../state-seals.ts'
import { toArgumentsText } from '../tool-arguments.ts'
import { toCamelCase } from './camel-case.ts'
import { readCitations } from './citations.ts'
import { readEnding, readReason } from './endings.ts'
import { readUsage } from './read-usage.ts'
import { GoogleSearches } from './tool-calls.ts'

/** Reads a whole answer: https://ai.google.dev/api/generate-content#v1beta.GenerateContentResponse */
export function readAnswer(given: JsonObject, callId?: string): ChatAnswer {
  const answer = toCamelCase(given)
  const { usage } = readUsage(objectOf(answer.usageMetadata))
  const candidates = oneOrMoreObjects(answer.candidates).map(toCamelCase)
  if (candidates.length === 0) {
    const vendorReason = blockReason(answer)
    if (!vendorReason) throw new Unreadable('the answer has no candidates')
    return { choices: [{ parts: [], finish: 'content_filter', vendorReason }], usage }
  }
  const nextId = callIds(callId ?? '')
  const passes = callId === undefined
  const choices = candidates.map((candidate) => {
    const parts = partsOf(candidate).flatMap((part) => readPart(part, nextId))
    for (const citation of readCitations(candidate, textIn(parts))) addCitation(parts, citation)
    const held = { hasCalls: parts.some(({ kind }) => kind === 'tool_call'), isEmpty: parts.length === 0, passes }
    const word = readReason(candidate.finishReason)
    if (held.isEmpty && word === undefined) throw new Unreadable('the candidate is empty')
    const logprobs = readLogprobsResult(candidate.logprobsResult)
    return { parts, ...readEnding(word, held), ...(logprobs.length > 0 ? { logprobs } : {}) }
  })
  const searches = new GoogleSearches()
  for (const { groundingMetadata } of candidates) searches.add(groundingMetadata)
  return { choices, usage: searches.counted(usage, answer) }
}

const textIn = (parts: readonly AnswerPart[]) => parts.map((part) => (part.kind === 'text' ? part.text : '')).join('')

/** Returns the parts of a candidate. */
export function partsOf({ content }: JsonObject): JsonObject[] {
  const parts = typeof content === 'string' ? [content] : objectOf(content).parts
  const list = Array.isArray(parts) ? parts : [parts]
  return oneOrMoreObjects(list.map((part) => (typeof part === 'string' ? { text: part } : part))).map(toCamelCase)
}

/**
 * Returns why the vendor's filters refused the prompt; "" = they did not. Numbers are mapped as in `readReason`.
 */
export function blockReason({ promptFeedback }: JsonObject): string {
  const reason = toCamelCase(objectOf(promptFeedback)).blockReason
  return typeof reason === 'number' && reason > 0 ? `BLOCK_REASON_${reason}` : textOf(reason)
}

/**
 * Creates ids for calls that have none. They are unique among all calls, because clients put several answers into
 * one conversation.
 */
export function callIds(callId: string): (given: unknown) => string {
  let calls = 0
  return (given) => textOf(given) || `call_${callId}_${calls++}`
}

/**
 * Reads a part of a content. Parts of tools that the vendor runs itself are skipped: their results are in the
 * texts.
 */
function readPart(part: JsonObject, nextId: (given: unknown) => string): AnswerPart[] {
  const { id, name, args } = objectOf(part.functionCall)
  if (textOf(name)) {
    const read = {
      kind: 'tool_call' as const,
      id: nextId(id),
      name: textOf(name),
      arguments: toArgumentsText(args),
    }
    return [{ ...read, ...stateField('gemini', 'call', textOf(part.thoughtSignature)) }]
  }
  const media = readMedia(part)
  if (media) return [media]
  const text = textOf(part.text)
  return text === '' ? [] : [{ kind: part.thought === true ? 'reasoning' : 'text', text }]
}

/** Reads an image or audio of the answer. Drafts in the reasoning are skipped. */
export function readMedia({ inlineData, thought }: JsonObject): ImagePart | AudioPart | undefined {
  if (!isRecord(inlineData) || thought === true) return undefined
  const { mimeType, data } = toCamelCase(inlineData)
  const source = { mediaType: mediaTypeOf(textOf(mimeType)), data: textOf(data) }
  const kind = source.mediaType.startsWith('audio/') ? 'audio' : 'image'
  const isMedia = source.mediaType.startsWith(`${kind}/`) && source.data !== ''
  return isMedia ? { kind, source } : undefined
}
