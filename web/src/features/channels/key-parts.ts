import { keysIn } from '#contract/channel-rules.ts'
import type { ChannelType } from '#contract/channel-types.ts'

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

/** The keys of a batch, one per line, each once; and the one-based lines that repeat an earlier one. */
export function keysOfBatch(text: string): { keys: string[]; repeated: number[] } {
  const lines = text.split('\n').map((line) => line.trim())
  const repeated = lines.flatMap((line, index) => (line && lines.indexOf(line) < index ? index + 1 : []))
  return { keys: keysIn(text), repeated }
}
