import { isRecord } from '#contract/is-record.ts'
import { parseJson } from '../../platform/json/parse-json.ts'

/** Fields of one server-sent event, found in its bytes: https://html.spec.whatwg.org/multipage/server-sent-events.html */

/** The data of the event behind the last of an answer. */
export const DONE = Buffer.from('[DONE]')
const DATA = Buffer.from('data:')
const LF = 0x0a
const CR = 0x0d
const SPACE = 0x20
const BYTE_ORDER_MARK = Buffer.from('\uFEFF')
const LINE_END = /\r\n|\r|\n/
const NAMED_ERROR = /(?:^|[\r\n]|^\u00EF\u00BB\u00BF)event: ?error(?:[\r\n]|$)/

/** Returns whether the event has data. */
export const hasData = (event: Buffer) => dataStart(event) >= 0

/** Returns whether the event's name is `error`. */
export const isNamedError = (event: Buffer) => NAMED_ERROR.test(event.toString('latin1'))

/** Returns where the first data of an event begins; −1 = it has none. */
export function dataStart(event: Buffer): number {
  for (let at = event.indexOf(DATA); at >= 0; at = event.indexOf(DATA, at + DATA.length)) {
    if (!beginsLine(event, at)) continue
    const start = at + DATA.length
    return event[start] === SPACE ? start + 1 : start
  }
  return -1
}

/** Returns the data of an event with its lines joined; undefined = it has none. */
export function dataOf(event: Buffer): string | undefined {
  const start = dataStart(event)
  if (start < 0) return undefined
  let end = event.length
  while (end > start && isLineEnd(event[end - 1])) end -= 1
  const isLastLine = isBehind(event.indexOf(LF, start), end) && isBehind(event.indexOf(CR, start), end)
  return isLastLine ? event.toString('utf8', start, end) : joinedData(event)
}

function joinedData(event: Buffer): string {
  const lines = event
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .split(LINE_END)
  const data = lines.flatMap((line) => (line.startsWith('data:') ? [line.slice(DATA.length).replace(/^ /, '')] : []))
  return data.join('\n')
}

function beginsLine(event: Buffer, at: number): boolean {
  if (at === 0 || isLineEnd(event[at - 1])) return true
  return at === BYTE_ORDER_MARK.length && event.indexOf(BYTE_ORDER_MARK) === 0
}

const isLineEnd = (byte: number | undefined) => byte === LF || byte === CR
const isBehind = (at: number, end: number) => at < 0 || at >= end

/** Returns whether the event is the end marker. */
export function isDone(event: Buffer): boolean {
  let at = dataStart(event)
  if (at < 0) return false
  while (event[at] === SPACE) at += 1
  return event.compare(DONE, 0, DONE.length, at, Math.min(event.length, at + DONE.length)) === 0
}

/** The object of an event; of a list its first: Google wraps errors of streams in one. */
export function objectOfEvent(event: Buffer): Record<string, unknown> | undefined {
  try {
    const [value]: unknown[] = [parseJson(dataOf(event) ?? '')].flat()
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}
