/** Does work for each item, at most `limit` at a time; begins nothing more when `goesOn` says no. */
export async function eachOf<T>(
  items: readonly T[],
  limit: number,
  work: (item: T) => Promise<void>,
  goesOn: () => boolean,
): Promise<void> {
  const rest = items.values()
  const worker = async () => {
    for (const item of rest) {
      if (!goesOn()) return
      await work(item)
    }
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker))
}
