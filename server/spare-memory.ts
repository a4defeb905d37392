const LOOK_MS = 10_000
/** Bytes outside of the collector's heap, such as bodies: open streams and caches need less. */
const MUCH = 16 * 1024 * 1024

/**
 * Has what large bodies left behind collected, in the background: streams make so little garbage that it would stay for
 * minutes. Costs nothing while there is none. Answers how to stop.
 */
export function collectSpareMemory(
  external: () => number = () => process.memoryUsage().external,
  collect: () => void = () => void Bun.gc(false),
  everyMs = LOOK_MS,
): () => void {
  const timer = setInterval(() => {
    if (external() > MUCH) collect()
  }, everyMs).unref()
  return () => clearInterval(timer)
}
