/** How long tests wait for what must come: longer than a machine with much else to do needs. Only failures take this long. */
export const PATIENCE_MS = 60_000
/** How long a test or a hook may take that waits several times, or starts servers. */
export const LIMIT_MS = 4 * PATIENCE_MS

/** Waits for what must come by itself; throws when it has not come after `ms` milliseconds. */
export async function until(condition: () => unknown, ms = PATIENCE_MS): Promise<void> {
  for (const end = Date.now() + ms; !(await condition()); await Bun.sleep(5)) {
    if (Date.now() > end) throw new Error(`not within ${ms} ms: ${condition}`)
  }
}
