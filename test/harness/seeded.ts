/** Returns a number from 0 to below `below`. */
export type Random = (below: number) => number

/** Random numbers that are the same in every run. */
export function seeded(seed: number): Random {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
