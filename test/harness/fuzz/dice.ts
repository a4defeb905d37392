/** Chance that falls the same way in every run. */
export interface Dice {
  /** 0 … sides − 1 */
  roll(sides: number): number
  pick<T>(list: readonly T[]): T
}

/** A linear congruential generator (Numerical Recipes): good enough to vary inputs. */
export function createDice(seed: number): Dice {
  let state = seed
  const roll = (sides: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
  return { roll, pick: (list) => list[roll(list.length)] as (typeof list)[number] }
}
