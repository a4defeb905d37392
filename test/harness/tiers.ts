/** The tiers of tests, from what a developer runs before a commit to what runs before a release. */
const TIERS = ['quick', 'all', 'nightly'] as const

/** The tier that runs; the commands of package.json set it. */
export const TIER: (typeof TIERS)[number] = TIERS.find((tier) => tier === process.env.TEST_TIER) ?? 'quick'

/** Whether the tier that runs is at least this one. */
export const inTier = (tier: 'all' | 'nightly'): boolean => TIERS.indexOf(TIER) >= TIERS.indexOf(tier)
