import type { Steps } from '../../platform/async/steps.ts'
import { concatInSteps } from './concat-in-steps.ts'

/** So many characters are written before others have their turn. */
const STEP_CHARACTERS = 64 * 1024
/** Members of lists and objects are written one by one so far down: a conversation's turns and their parts. */
const MAX_LEVELS = 4

/**
 * Returns the bytes of `JSON.stringify` of a value that is large; rests between its members. A long text in it is written in one
 * piece.
 */
export function* writeInSteps(value: object): Steps<Buffer> {
  const parts: Buffer[] = []
  let text = ''
  for (const piece of piecesOf(value, 0)) {
    text += piece
    if (text.length < STEP_CHARACTERS) continue
    parts.push(Buffer.from(text))
    text = ''
    yield
  }
  return yield* concatInSteps([...parts, Buffer.from(text)])
}

/** Yields the pieces of a value's JSON text. */
function* piecesOf(value: object, level: number): Generator<string> {
  const isList = Array.isArray(value)
  let before = isList ? '[' : '{'
  for (const name of isList ? value.keys() : Object.keys(value)) {
    const member: unknown = value[name as keyof typeof value]
    const key = isList ? '' : `${JSON.stringify(name)}:`
    if (typeof member === 'object' && member !== null && level < MAX_LEVELS) {
      yield before + key
      yield* piecesOf(member, level + 1)
    } else {
      const written = JSON.stringify(member) ?? (isList ? 'null' : undefined)
      if (written === undefined) continue
      yield before + key + written
    }
    before = ','
  }
  const isEmpty = before !== ','
  yield (isEmpty ? before : '') + (isList ? ']' : '}')
}
