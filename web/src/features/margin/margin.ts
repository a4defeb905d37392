import type { MarginSums } from '#contract/api/margin.ts'

/** Charge of known cost minus cost, in quota units. */
export const marginOf = ({ costed, cost }: MarginSums): number => costed - cost

/** The margin as a share of the charge; null = nothing was charged. */
export const rateOf = (sums: MarginSums): number | null => (sums.costed > 0 ? marginOf(sums) / sums.costed : null)

/** The share of the charge whose cost is unknown. */
export const unknownShare = ({ quota, costed }: MarginSums): number =>
  quota > 0 ? Math.min(1, Math.max(0, (quota - costed) / quota)) : 0
