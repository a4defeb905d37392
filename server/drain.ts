import type { Calls } from './calls/calls.ts'
import { DRAIN_GRACE_MS, type RunningServer } from './listen.ts'
import type { Platform } from './platform/platform.ts'

/** How long billing may take for calls that were cut off. */
const BILLING_TIMEOUT_MS = 5000

/**
 * Accepts no more connections, lets calls finish for the configured time, cuts off the others, and waits until these are
 * billed for what they delivered.
 */
export async function drain(server: RunningServer, { calls, config }: Pick<Platform, 'config'> & Pick<Calls, 'calls'>) {
  const drained = server.stop()
  await Promise.race([drained, Bun.sleep(DRAIN_GRACE_MS)])
  calls.draining = true
  await Promise.race([drained, Bun.sleep(config.drainSeconds * 1000)])
  await server.stop(true)
  // It takes some turns of the event loop.
  for (const end = Date.now() + BILLING_TIMEOUT_MS; calls.active > 0 && Date.now() < end; ) await Bun.sleep(5)
}

/** Closes the services and ends the process. What could not be settled stays in the journal. */
export async function closeAndExit(close: () => Promise<void>): Promise<never> {
  await close().catch((error) => {
    console.error(`Switchyard stopped before all charges were settled; the next start settles them. ${error}`)
    process.exit(1)
  })
  process.exit(0)
}
