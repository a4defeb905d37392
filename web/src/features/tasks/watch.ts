/** How often a page asks again while something on it is under way. */
export const WATCH_MS = 5000

/** What was submitted longer ago than this is not expected to go on any more. */
export const FORGOTTEN_MS = 24 * 3600_000
