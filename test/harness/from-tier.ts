import { describe } from 'bun:test'
import { inTier } from './tiers.ts'

/** Runs a suite from a tier on. Below, the name of the suite tells the report of skipped tests which command runs it. */
export function fromTier(tier: 'all' | 'nightly', suite: () => void): void {
  if (inTier(tier)) suite()
  else describe.skip(`only in npm run test:${tier}`, suite)
}
