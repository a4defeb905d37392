import type { PriceSync, SyncChange } from '#contract/api/price-sync.ts'

/** What of the found changes is shown, and what can be applied. Pure. */

export const SHOWN = ['all', 'ready', 'held', 'kept'] as const
export type Shown = (typeof SHOWN)[number]

/** Changes that a confirmation applies; the others are the operator's own or locked. */
export const canApply = ({ verdict }: SyncChange): boolean => verdict === 'ready' || verdict === 'held'

const isShown: Record<Shown, (change: SyncChange) => boolean> = {
  all: () => true,
  ready: ({ verdict }) => verdict === 'ready',
  held: ({ verdict }) => verdict === 'held',
  kept: (change) => !canApply(change),
}

const ORDER = ['held', 'ready', 'locked', 'own']

/** The changes of a kind that a search leaves: those that wait for a decision first. */
export function findChanges(changes: readonly SyncChange[], shown: Shown, typed: string): SyncChange[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  return changes
    .filter(isShown[shown])
    .filter(({ model, listed_as }) => words.every((word) => `${model} ${listed_as}`.toLowerCase().includes(word)))
    .toSorted((a, b) => ORDER.indexOf(a.verdict) - ORDER.indexOf(b.verdict) || a.model.localeCompare(b.model))
}

/** How many changes each filter shows. */
export const countShown = (changes: readonly SyncChange[]): Record<Shown, number> =>
  Object.fromEntries(SHOWN.map((shown) => [shown, changes.filter(isShown[shown]).length])) as Record<Shown, number>

/** What is chosen at first: all that needs no confirmation. */
export const chosenAtFirst = ({ changes }: Pick<PriceSync, 'changes'>): ReadonlySet<string> =>
  new Set(changes.filter(({ verdict }) => verdict === 'ready').map(({ model }) => model))
