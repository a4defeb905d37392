const GOOD = [1, 2, 2.5, 5, 10]
const MAX_TICKS = 4

/** Returns round tick values for an axis from 0 to at least `max`: `[0, 25, 50, 75, 100]` for 93. */
export function ticksOf(max: number): number[] {
  if (!(max > 0)) return [0, 1]
  const rough = max / MAX_TICKS
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = power * (GOOD.find((good) => good * power >= rough * (1 - 1e-9)) ?? 10)
  const ticks = Array.from({ length: Math.ceil(max / step - 1e-9) + 1 }, (_, index) => index * step)
  // Removes floating-point errors.
  return ticks.map((tick) => Number(tick.toPrecision(12)))
}

/** Returns which of `count` bars get a label, so that at most `most` do: every n-th. */
export function labelled(count: number, most: number): (index: number) => boolean {
  const every = Math.max(1, Math.ceil(count / most))
  return (index) => index % every === 0
}
