import { keyProblem, keysIn } from '#contract/channel-rules.ts'
import type { ChannelType } from '#contract/channel-types/channel-type.ts'

type KeyFormat = ChannelType['key']

/** The parts of a joined key, as many as the format has; the last takes what is left over. */
export function splitKey({ parts, separator }: KeyFormat, key: string): string[] {
  const given = separator === '' ? [key] : key.split(separator)
  const last = parts.length - 1
  return parts.map((_, index) => (index < last ? given[index] : given.slice(last).join(separator)) ?? '')
}

/** Parts as one key; "" when all are empty, so that an untouched key counts as not given. */
export function joinKey({ separator }: KeyFormat, parts: readonly string[]): string {
  return parts.some((part) => part !== '') ? parts.join(separator) : ''
}

/** Whether every part is there that must be. */
export function isWholeKey(format: KeyFormat, key: string): boolean {
  return splitKey(format, key).every((part, index) => format.parts[index]?.optional || part.trim() !== '')
}

/** A batch as it is being typed. */
interface Batch {
  /** One per line, each once. */
  keys: string[]
  /** One-based lines that repeat an earlier one. */
  repeated: number[]
  /** One-based lines that are no key of the type. */
  malformed: number[]
}

/** The keys of a batch and what is wrong with its lines. A JSON file is one key, whatever its lines hold. */
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
