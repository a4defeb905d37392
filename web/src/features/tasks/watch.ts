/** Polling interval of a page while one of its tasks is running. */
export const WATCH_MS = 5000

/** Tasks submitted longer ago than this are not expected to finish. */
export const FORGOTTEN_MS = 24 * 3600_000
