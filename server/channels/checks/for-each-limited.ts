/** Runs work for each item, at most `limit` at a time; starts nothing more when `mayContinue` returns false. */
export async function forEachLimited<T>(
  items: readonly T[],
  limit: number,
  work: (item: T) => Promise<void>,
  mayContinue: () => boolean,
): Promise<void> {
  const rest = items.values()
  const worker = async () => {
    for (const item of rest) {
      if (!mayContinue()) return
      await work(item)
    }
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker))
}
