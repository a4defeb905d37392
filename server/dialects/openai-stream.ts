/** What the relay needs to know of one event of an OpenAI-format stream, found in its bytes without parsing it. */

const DONE = Buffer.from('data: [DONE]')
const DONE_TIGHT = Buffer.from('data:[DONE]')
const USAGE = Buffer.from('"usage":{')
const USAGE_LOOSE = Buffer.from('"usage": {')
const NO_CHOICES = /"choices":\s*\[\s*\]/
const FINISH = /"finish_reason":\s*"/
const ERROR = /^data:\s*\{\s*"error"/

/** Fields whose text a model has written. The first is in nearly every event. */
const TEXT_FIELDS = ['content', 'reasoning_content', 'arguments', 'text', 'reasoning', 'refusal'].map((name) =>
  Buffer.from(`"${name}":`),
)
const QUOTE = 0x22
const BACKSLASH = 0x5c
const SPACE = 0x20

/** Calls `count(start, end)` for the span of every text that the model wrote in `bytes`. */
export function eachText(bytes: Buffer, count: (start: number, end: number) => void): void {
  for (const field of TEXT_FIELDS) {
    let found = false
    for (let at = bytes.indexOf(field); at >= 0; ) {
      let from = at + field.length
      if (bytes[from] === SPACE) from += 1
      if (bytes[from] !== QUOTE) {
        at = bytes.indexOf(field, from)
        continue
      }
      const to = closingQuote(bytes, from + 1)
      if (to > from + 1) {
        found = true
        count(from + 1, to)
      }
      at = bytes.indexOf(field, to)
    }
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

/** Whether some event in the bytes reports usage or ends the stream, so that they need a closer look. */
export function hasLandmark(bytes: Buffer): boolean {
  return bytes.includes(USAGE) || bytes.includes(DONE) || bytes.includes(USAGE_LOOSE) || bytes.includes(DONE_TIGHT)
}

export const isDone = (event: Buffer) => event.includes(DONE) || event.includes(DONE_TIGHT)
export const isErrorEvent = (event: Buffer) => ERROR.test(event.toString('latin1', 0, 64))
export const finishes = (event: Buffer) => FINISH.test(event.toString('latin1'))

/** The usage of an event, and whether it carries nothing else (OpenAI sends it as a chunk of its own). */
export function usageOfEvent(event: Buffer): { usage: unknown; alone: boolean } | undefined {
  if (!event.includes(USAGE) && !event.includes(USAGE_LOOSE)) return undefined
  const text = event.toString('utf8')
  const colon = text.indexOf(':')
  try {
    const chunk = JSON.parse(text.slice(colon + 1)) as { usage?: unknown }
    return { usage: chunk.usage, alone: NO_CHOICES.test(text) }
  } catch {
    return undefined
  }
}
