import { SCRIPTS } from '#contract/text-scripts.ts'
import { type Family, families, type TokenRatios, tokensOf } from './families.ts'
import type { Pieces } from './text-counter.ts'

/**
 * What was learned of one script in one family. Sums add up: the sums of several nodes are those of all their calls.
 */
export interface Learned {
  pieces: number
  tokens: number
  calls: number
}

/** Learned sums by family, in the order of SCRIPTS. */
export type LearnedSums = ReadonlyMap<string, readonly Learned[]>

export const NOTHING_LEARNED: Learned = { pieces: 0, tokens: 0, calls: 0 }

/** Pieces that the defaults count as, so that the first calls do not decide alone. */
const DEFAULT_WEIGHT = 300
/** Bounds of a learned ratio and of a call that is learned from, as multiples of what was expected. */
const BOUNDS = [0.5, 2] as const
/** Pieces that a long call counts as. */
const MAX_PIECES = 1000
/** Of shorter texts, what surrounds them weighs more than they do. */
const MIN_PIECES = 20
/** At this number of pieces the sums of a script are halved: newer calls count more than old calls. */
export const FORGET_PIECES = 200_000

/** Returns the ratios of a family: its defaults, moved by what was learned, within bounds. */
export function ratiosOf({ ratios }: Family, learned: readonly Learned[] | undefined): TokenRatios {
  if (!learned) return ratios
  return ratios.map((byDefault, script) => {
    const { pieces, tokens } = learned[script] ?? NOTHING_LEARNED
    const ratio = (tokens + DEFAULT_WEIGHT * byDefault) / (pieces + DEFAULT_WEIGHT)
    return Math.min(Math.max(ratio, byDefault * BOUNDS[0]), byDefault * BOUNDS[1])
  })
}

/**
 * Returns what a call adds to the sums of its family: the reported tokens are shared out among the scripts as the
 * present ratios expect them. undefined: the text is too short, or the report counts something else than this text.
 */
export function learnFrom(pieces: Pieces, reported: number, ratios: TokenRatios): Learned[] | undefined {
  const total = pieces.reduce((sum, count) => sum + count, 0)
  const factor = reported / tokensOf(pieces, ratios)
  if (total < MIN_PIECES || !(factor >= BOUNDS[0] && factor <= BOUNDS[1])) return undefined
  const weight = Math.min(1, MAX_PIECES / total)
  return SCRIPTS.map((_, script) => {
    const count = (pieces[script] ?? 0) * weight
    if (count === 0) return NOTHING_LEARNED
    return { pieces: count, tokens: count * (ratios[script] ?? 1) * factor, calls: 1 }
  })
}

/** Adds sums script by script. */
export function addLearned(sums: readonly Learned[] | undefined, more: readonly Learned[]): Learned[] {
  return more.map(({ pieces, tokens, calls }, script) => {
    const before = sums?.[script] ?? NOTHING_LEARNED
    return { pieces: before.pieces + pieces, tokens: before.tokens + tokens, calls: before.calls + calls }
  })
}

/** The ratios of all families with these sums. */
export const allRatios = (sums: LearnedSums): Map<string, TokenRatios> =>
  new Map(families.map((family) => [family.name, ratiosOf(family, sums.get(family.name))]))
