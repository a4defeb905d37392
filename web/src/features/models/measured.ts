import type { ModelDay } from '#contract/api/traffic.ts'
import { fixed } from '#web/lib/format.ts'

export const DAYS = 30

/** The number of failed calls of a day, of any kind. */
export const failuresOf = ({ failed }: Pick<ModelDay, 'failed'>) =>
  Object.values(failed).reduce((sum, count) => sum + (count ?? 0), 0)

/**
 * The path of a line in a box of `width` × `height` with the value 0 at its foot; it is broken where there is no value.
 * One value between two gaps is a point, drawn by the round ends of the stroke.
 */
export function linePath(
  values: readonly (number | undefined)[],
  most: number,
  { width, height }: { width: number; height: number },
): string {
  const step = values.length > 1 ? width / (values.length - 1) : 0
  let path = ''
  for (const [index, value] of values.entries()) {
    if (value === undefined) continue
    const isFirst = values[index - 1] === undefined
    const x = fixed(index * step, 1)
    const y = fixed(height - (most > 0 ? value / most : 0) * height, 1)
    path += isFirst ? `M${x} ${y}${values[index + 1] === undefined ? 'h0' : ''}` : `L${x} ${y}`
  }
  return path
}
