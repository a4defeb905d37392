import { SLICED_BYTES, type Steps } from '../../platform/async/steps.ts'
import { CLOSE_BRACE, CLOSE_BRACKET, COLON, COMMA, OPEN_BRACE, OPEN_BRACKET } from './json-bytes.ts'
import { skipBlank, skipLongValue, skipString } from './scan-fields.ts'

/** So many bytes are parsed before others have their turn: a third of a millisecond. */
const STEP_BYTES = 64 * 1024
/** Large values within others are parsed by their members so far down. */
const MAX_LEVELS = 6

/**
 * As `JSON.parse`: rests between the members of lists and objects in a large text. A long string in it is parsed in one
 * piece. Throws a SyntaxError.
 */
export function* parseInSteps(bytes: Buffer): Steps<unknown> {
  if (bytes.length <= SLICED_BYTES) return JSON.parse(bytes.toString('utf8'))
  const start = skipBlank(bytes, 0)
  const end = yield* skipLongValue(bytes, start)
  if (skipBlank(bytes, end) < bytes.length) throw new SyntaxError('unexpected text behind the value')
  return yield* parseValue(bytes, start, end, 0)
}

function* parseValue(bytes: Buffer, start: number, end: number, level: number): Steps<unknown> {
  if (end - start > STEP_BYTES && level < MAX_LEVELS) {
    if (bytes[start] === OPEN_BRACKET) return yield* parseList(bytes, start, level)
    if (bytes[start] === OPEN_BRACE) return yield* parseObject(bytes, start, level)
  }
  yield
  return JSON.parse(bytes.toString('utf8', start, end))
}

function* parseList(bytes: Buffer, start: number, level: number): Steps<unknown[]> {
  const items: unknown[] = []
  /** Where the items begin that are not parsed yet, and where the last of them ends. */
  let first = skipBlank(bytes, start + 1)
  let last = first
  if (bytes[first] === CLOSE_BRACKET) return items
  for (let at = first; ; ) {
    const end = yield* skipLongValue(bytes, at)
    const isLong = end - at > STEP_BYTES
    if (last > first && (isLong || end - first > STEP_BYTES)) {
      yield
      addItems(items, bytes, first, last)
      first = at
    }
    if (isLong) items.push(yield* parseValue(bytes, at, end, level + 1))
    const next = skipBlank(bytes, end)
    const isEnd = isLastMember(bytes, next, CLOSE_BRACKET)
    at = skipBlank(bytes, next + 1)
    if (isLong) first = at
    last = isLong ? at : end
    if (!isEnd) continue
    if (!isLong) addItems(items, bytes, first, last)
    return items
  }
}

function addItems(items: unknown[], bytes: Buffer, start: number, end: number): void {
  for (const item of JSON.parse(`[${bytes.toString('utf8', start, end)}]`)) items.push(item)
}

function* parseObject(bytes: Buffer, start: number, level: number): Steps<object> {
  const members: [string, unknown][] = []
  let at = skipBlank(bytes, start + 1)
  if (bytes[at] === CLOSE_BRACE) return {}
  for (;;) {
    const nameEnd = skipString(bytes, at)
    const name: string = JSON.parse(bytes.toString('utf8', at, nameEnd))
    const colon = skipBlank(bytes, nameEnd)
    if (bytes[colon] !== COLON) throw new SyntaxError(`no colon at byte ${colon}`)
    const value = skipBlank(bytes, colon + 1)
    const end = yield* skipLongValue(bytes, value)
    members.push([name, yield* parseValue(bytes, value, end, level + 1)])
    const next = skipBlank(bytes, end)
    if (isLastMember(bytes, next, CLOSE_BRACE)) return Object.fromEntries(members)
    at = skipBlank(bytes, next + 1)
  }
}

/** Whether a list or an object ends at a position; else a comma must stand there. */
function isLastMember(bytes: Buffer, at: number, close: number): boolean {
  if (bytes[at] === close) return true
  if (bytes[at] !== COMMA) throw new SyntaxError(`no comma at byte ${at}`)
  return false
}
