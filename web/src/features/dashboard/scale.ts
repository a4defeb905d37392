const GOOD = [1, 2, 2.5, 5, 10]
const MOST_TICKS = 4

/** Round values for the lines of an axis from 0 to at least `max`: `[0, 25, 50, 75, 100]` for 93. */
export function ticksOf(max: number): number[] {
  if (!(max > 0)) return [0, 1]
  const rough = max / MOST_TICKS
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = power * (GOOD.find((good) => good * power >= rough * (1 - 1e-9)) ?? 10)
  const ticks = Array.from({ length: Math.ceil(max / step - 1e-9) + 1 }, (_, index) => index * step)
  // Tenths and the like do not add up exactly.
  return ticks.map((tick) => Number(tick.toPrecision(12)))
}

/** Which of `count` bars are labelled, so that at most `most` are: every n-th. */
export function labelled(count: number, most: number): (index: number) => boolean {
  const every = Math.max(1, Math.ceil(count / most))
  return (index) => index % every === 0
}
