/** Waits for what must come by itself; throws when it has not come after `ms` milliseconds. */
export async function until(condition: () => unknown, ms = 30_000): Promise<void> {
  for (const end = Date.now() + ms; !(await condition()); await Bun.sleep(5)) {
    if (Date.now() > end) throw new Error(`not within ${ms} ms: ${condition}`)
  }
}
