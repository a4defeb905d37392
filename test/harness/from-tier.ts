import { describe } from 'bun:test'
import { inTier, onlyIn } from './tiers.ts'

/**
 * What defines a suite, for suites that run from a tier on: `fromTier('all', describe)('…', () => {…})`. Below that tier, the
 * name of the suite tells the report of skipped tests which command runs it.
 */
export function fromTier<Parts extends unknown[]>(
  tier: 'all' | 'nightly',
  define: (...parts: Parts) => void,
): (...parts: Parts) => void {
  if (inTier(tier)) return define
  return (...parts) => describe.skip(onlyIn(tier), () => define(...parts))
}
