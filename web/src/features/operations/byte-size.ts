import { fixed } from '#web/lib/format.ts'

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'] as const
const STEP = 1024

/** Formats bytes as `812 B`, `1.4 MB` or `23 GB`. */
export function byteSize(bytes: number): string {
  let value = bytes
  let unit = 0
  for (; value >= STEP && unit < UNITS.length - 1; unit++) value /= STEP
  return `${value < 10 && unit > 0 ? fixed(value, 1) : Math.round(value)} ${UNITS[unit]}`
}
