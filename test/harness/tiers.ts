const TIERS = ['quick', 'all', 'nightly'] as const
export type Tier = (typeof TIERS)[number]

/** The tier that runs: `quick` is `npm test`, `all` is `npm run test:all`, `nightly` is `npm run test:nightly`. */
export const TIER: Tier = TIERS.find((tier) => tier === process.env.TEST_TIER) ?? 'quick'

/** Whether the tier that runs is at least this one. */
export const inTier = (tier: 'all' | 'nightly'): boolean => TIERS.indexOf(TIER) >= TIERS.indexOf(tier)
