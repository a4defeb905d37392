import { keyProblem, keysIn } from '#contract/channel-rules.ts'
import type { ChannelType } from '#contract/channel-types/channel-type.ts'

type KeyFormat = ChannelType['key']

/** Splits a joined key into the format's number of parts. The last part takes the remainder. */
export function splitKey({ parts, separator }: KeyFormat, key: string): string[] {
  const given = separator === '' ? [key] : key.split(separator)
  const last = parts.length - 1
  return parts.map((_, index) => (index < last ? given[index] : given.slice(last).join(separator)) ?? '')
}

/** Joins parts into one key; "" when all are empty, so that an untouched key counts as not given. */
export function joinKey({ separator }: KeyFormat, parts: readonly string[]): string {
  return parts.some((part) => part !== '') ? parts.join(separator) : ''
}

/** Returns whether every required part is present. */
export function isWholeKey(format: KeyFormat, key: string): boolean {
  return splitKey(format, key).every((part, index) => format.parts[index]?.optional || part.trim() !== '')
}

/** The parsed state of a batch of keys. */
interface Batch {
  /** The distinct keys, one per line. */
  keys: string[]
  /** One-based lines that repeat an earlier one. */
  repeated: number[]
  /** One-based lines that are not valid keys of the type. */
  malformed: number[]
}

/** Parses a batch into keys and invalid lines. A JSON file is one key, whatever its lines contain. */
export function keysOfBatch(format: KeyFormat, text: string): Batch {
  const keys = keysIn(text)
  if (text.trimStart().startsWith('{')) return { keys, repeated: [], malformed: [] }
  const lines = text.split('\n').map((line) => line.trim())
  const where = (isWrong: (line: string, index: number) => unknown) =>
    lines.flatMap((line, index) => (line && isWrong(line, index) ? index + 1 : []))
  return {
    keys,
    repeated: where((line, index) => lines.indexOf(line) < index),
    malformed: where((line) => keyProblem(format, line)),
  }
}
