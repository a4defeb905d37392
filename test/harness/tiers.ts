import { choiceOf } from './choice.ts'

/** The tiers of tests, each of which runs what those before it run: `npm test`, `npm run test:all`, `npm run test:nightly`. */
const TIERS = ['quick', 'all', 'nightly'] as const
export type Tier = (typeof TIERS)[number]

/** The tier that runs: `TEST_TIER`, and the quick tier for a file that is run by hand. */
export const TIER: Tier = choiceOf('TEST_TIER', TIERS, ['quick'])[0] ?? 'quick'

/** Whether the running tier is `tier` or a later one. */
export const inTier = (tier: Tier): boolean => TIERS.indexOf(TIER) >= TIERS.indexOf(tier)

/** The end of a skipped test's name; the report counts such tests instead of listing them. */
export const onlyIn = (tier: Exclude<Tier, 'quick'>): string => `only in npm run test:${tier}`
