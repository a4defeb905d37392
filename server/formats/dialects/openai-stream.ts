import type { Usage } from '#contract/prices/price.ts'
import { mayHoldError } from './openai-errors.ts'
import { findUsage } from './openai-usage.ts'
import { DONE, isDone, isNamedError, objectOfEvent } from './sse.ts'

/** Finds what the relay needs in one event of an OpenAI-format stream, by its bytes. Few events are parsed. */

/** Prefix of the fields in which vendors report usage: see USAGE_LOCATIONS in openai-usage.ts. */
const USAGE = Buffer.from('"usage')
const WHOLE_ANSWER = Buffer.from('"chat.completion"')
/** Fields of `ToolsBesideUsage`. */
const EXECUTED_TOOLS = Buffer.from('"executed_tools"')
const WEB_SEARCH = Buffer.from('"web_search"')
const FINISH = /"finish_reason"\s*:\s*"/

/** Fields whose text a model wrote. The first one is in nearly every event. */
const TEXT_FIELDS = ['content', 'reasoning_content', 'arguments', 'text', 'reasoning', 'refusal'].map((name) => ({
  field: Buffer.from(`"${name}":`),
  isAnswer: name === 'content' || name === 'text' || name === 'refusal',
}))
const QUOTE = 0x22
const BACKSLASH = 0x5c
const TAB = 0x09
const LF = 0x0a
const CR = 0x0d
const SPACE = 0x20
const COLON = 0x3a
const OPEN_BRACE = 0x7b

const MESSAGE = Buffer.from('"message":')
const DELTA = Buffer.from('"delta":')
const CLOSE_BRACE = 0x7d

/** `isAnswer`: the span is text of the answer, neither reasoning nor arguments of a tool. */
type CountSpan = (start: number, end: number, isAnswer: boolean) => void

/** Calls `count` for the text that the model wrote in one event: every span of the first field that has text. */
export function forEachText(event: Buffer, count: CountSpan): void {
  if (!event.includes(MESSAGE) || !event.includes(DELTA)) {
    forEachSpan(event, count)
    return
  }
  // Perplexity repeats the answer so far next to the new text:
  // https://docs.perplexity.ai/docs/sonar/pro-search/stream-mode
  const repeated = findMessages(event)
  forEachSpan(event, (start, end, isAnswer) => {
    if (!repeated.some(({ from, to }) => start >= from && end <= to)) count(start, end, isAnswer)
  })
}

/** Finds the positions of objects in fields named `message`. */
function findMessages(event: Buffer): { from: number; to: number }[] {
  const found: { from: number; to: number }[] = []
  for (let at = event.indexOf(MESSAGE); at >= 0; ) {
    let from = at + MESSAGE.length
    if (event[from] === SPACE) from += 1
    const to = event[from] === OPEN_BRACE ? objectEnd(event, from) : from
    if (to > from) found.push({ from, to })
    at = event.indexOf(MESSAGE, to)
  }
  return found
}

/** Returns the position after the brace that closes an object. */
function objectEnd(bytes: Buffer, from: number): number {
  let depth = 0
  for (let at = from; at < bytes.length; at++) {
    if (bytes[at] === QUOTE) at = closingQuote(bytes, at + 1)
    else if (bytes[at] === OPEN_BRACE) depth += 1
    else if (bytes[at] === CLOSE_BRACE && --depth === 0) return at + 1
  }
  return bytes.length
}

function forEachSpan(event: Buffer, count: CountSpan): void {
  for (const { field, isAnswer } of TEXT_FIELDS) {
    let found = false
    for (let at = event.indexOf(field); at >= 0; ) {
      let from = at + field.length
      if (event[from] === SPACE) from += 1
      if (event[from] !== QUOTE) {
        at = event.indexOf(field, from)
        continue
      }
      const to = closingQuote(event, from + 1)
      if (to > from + 1) {
        found = true
        count(from + 1, to, isAnswer)
      }
      at = event.indexOf(field, to)
    }
    // Some vendors send the same text in two fields: it counts once.
    if (found) return
  }
}

function closingQuote(bytes: Buffer, from: number): number {
  let quote = bytes.indexOf(QUOTE, from)
  while (quote > 0) {
    let backslashes = 0
    while (bytes[quote - 1 - backslashes] === BACKSLASH) backslashes += 1
    if (backslashes % 2 === 0) return quote
    quote = bytes.indexOf(QUOTE, quote + 1)
  }
  return bytes.length
}

/**
 * Returns whether an event in the bytes may report usage or an error, or end the stream, and therefore needs
 * parsing.
 */
export function needsParsing(bytes: Buffer): boolean {
  return hasUsage(bytes) || bytes.includes(DONE) || mayHoldError(bytes) || namesTools(bytes)
}

/** Whether an event may tell tools that its vendor ran. */
export const namesTools = (bytes: Buffer): boolean => bytes.includes(EXECUTED_TOOLS) || bytes.includes(WEB_SEARCH)

/** Returns whether the bytes contain a usage object. Chunks without usage carry `null`. */
function hasUsage(bytes: Buffer): boolean {
  for (let at = bytes.indexOf(USAGE); at >= 0; at = bytes.indexOf(USAGE, at)) {
    at += USAGE.length
    // A longer field name, such as `usageMetadata`, ends at the next quote.
    if (bytes[at] !== QUOTE) at = bytes.indexOf(QUOTE, at)
    if (at < 0) return false
    at += 1
    while (bytes[at] === SPACE || bytes[at] === COLON || bytes[at] === TAB) at += 1
    // After a line end the object continues in the next line of the event.
    if (bytes[at] === OPEN_BRACE || bytes[at] === LF || bytes[at] === CR) return true
  }
  return false
}

/** Audio comes in `delta.audio`, and images of models behind OpenRouter in `delta.images`. */
const MEDIA = /"(?:audio|images)"\s*:\s*[[{]/
/** Returns whether an event contains audio or an image. */
export const hasMedia = (event: Buffer) => MEDIA.test(event.toString('latin1'))

export const hasFinishReason = (event: Buffer) => FINISH.test(event.toString('latin1'))

/** Returns the indexes of the choices that an event finishes. */
export function finishedChoices(event: Buffer): number[] {
  const choices = hasFinishReason(event) ? objectOfEvent(event)?.choices : undefined
  if (!Array.isArray(choices)) return []
  const ended = (choices as Partial<Record<string, unknown>>[]).filter((choice) => choice?.finish_reason)
  return ended.map(({ index }) => (typeof index === 'number' ? index : 0))
}

/**
 * Returns the usage of an event, and whether the event has nothing else (OpenAI sends usage in a separate chunk).
 * `closely`: also looks for field names that are too common to be searched in every event.
 */
export function usageOfEvent(event: Buffer, closely = false): { usage: Usage; alone: boolean } | undefined {
  const chunk = closely || hasUsage(event) ? objectOfEvent(event) : undefined
  const usage = chunk && findUsage(chunk)
  return usage && { usage, alone: !Array.isArray(chunk.choices) || chunk.choices.length === 0 }
}

/**
 * MiniMax repeats the whole answer in the last event of a stream, which would count and read as more text. Returns
 * such an event as a chunk without text, and any other event unchanged. Only events with usage can be of this kind.
 */
export function withoutRepetition(event: Buffer): Buffer {
  const chunk = event.includes(WHOLE_ANSWER) ? objectOfEvent(event) : undefined
  if (chunk?.object !== 'chat.completion' || !Array.isArray(chunk.choices)) return event
  // An event with new content is not a mere repetition, even if it is marked as one.
  if (chunk.choices.some(({ delta }: Record<string, unknown>) => delta)) return event
  const choices = chunk.choices.map(({ message: _, ...choice }: Record<string, unknown>) => ({ ...choice, delta: {} }))
  return Buffer.from(`data: ${JSON.stringify({ ...chunk, object: 'chat.completion.chunk', choices })}\n\n`)
}

/** Returns whether an event without its terminating blank line has arrived completely. */
export function isCompleteEvent(event: Buffer): boolean {
  return isDone(event) || isNamedError(event) || objectOfEvent(event) !== undefined
}
