/** Returns whether a field counts quota units. */
export const isMoneyField = (name: string) => name === 'loss' || /(?:^|_)quota$/.test(name)

const YEAR_2001 = 1_000_000_000

/** Returns whether a field holds a time in Unix seconds. */
export const isTimeField = (name: string, value: number) =>
  value > YEAR_2001 && (/_(?:time|at)$/.test(name) || name === 'before')
