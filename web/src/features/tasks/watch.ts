/** Tasks submitted longer ago than this are not expected to finish. */
export const FORGOTTEN_MS = 24 * 3600_000
