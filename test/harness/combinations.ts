/**
 * Whether every combination runs: `npm run test:all` sets it. `npm test` leaves out those in which the varied thing takes no
 * part in what is asserted, and counts them as skipped.
 */
export const EVERY_COMBINATION = process.env.TEST_ALL === '1'

/** The end of the name of what `npm test` leaves out; the report of skipped tests groups by it. */
export const ONLY_IN_ALL = 'only in npm run test:all'
