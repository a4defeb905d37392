/** Times with from ≤ time < until. */
export interface Span {
  from: number
  until: number
}

/** Returns what periods of a length, given by their starts in rising order, leave of a span. */
export function withoutPeriods({ from, until }: Span, starts: readonly number[], length: number): Span[] {
  const left: Span[] = []
  let next = from
  for (const start of starts) {
    if (start > next) left.push({ from: next, until: start })
    next = Math.max(next, start + length)
  }
  if (next < until) left.push({ from: next, until })
  return left
}

/** Joins spans, given in rising order, across the smallest gaps until at most `most` spans are left. */
export function joinNearest(spans: readonly Span[], most: number): Span[] {
  const joined = [...spans]
  while (joined.length > most) {
    let nearest = 1
    const gapBefore = (index: number) => joined[index]!.from - joined[index - 1]!.until
    for (let index = 2; index < joined.length; index++) if (gapBefore(index) < gapBefore(nearest)) nearest = index
    joined.splice(nearest - 1, 2, { from: joined[nearest - 1]!.from, until: joined[nearest]!.until })
  }
  return joined
}

/** Whether a period lies in one of the spans. */
export const isWithin = (spans: readonly Span[], start: number): boolean =>
  spans.some(({ from, until }) => from <= start && start < until)
