import { useEffect, useRef, useState } from 'react'
import { runAll } from '#web/ui/table/bulk/run-with-progress.tsx'
import type { ModelResult } from './probe-steps.ts'

/** Number of concurrent model tests, as in the server's test of all channels. */
const AT_ONCE = 5

/**
 * Tests models, a few at a time. Finished results stay. Unmounting or `cancel` starts no further test and
 * aborts running ones through the signal.
 */
export function useModelTests(test: (model: string, signal: AbortSignal) => Promise<ModelResult>) {
  const [results, setResults] = useState<ReadonlyMap<string, ModelResult | 'running'>>(new Map())
  const stop = useRef(new AbortController())
  useEffect(() => () => stop.current.abort(), [])

  function settle(model: string, result: ModelResult | 'running' | undefined) {
    setResults((before) => {
      const next = new Map(before)
      if (result === undefined) next.delete(model)
      else next.set(model, result)
      return next
    })
  }
  async function run(models: readonly string[]) {
    // Tests started while others run are cancelled with them.
    if (stop.current.signal.aborted) stop.current = new AbortController()
    const { signal } = stop.current
    await runAll(
      models,
      async (model) => {
        settle(model, 'running')
        const result = await test(model, signal).catch((error: unknown) => ({
          message: error instanceof Error ? error.message : String(error),
        }))
        // An aborted test has no result.
        settle(model, signal.aborted && typeof result === 'object' && 'message' in result ? undefined : result)
      },
      AT_ONCE,
      signal,
    )
  }
  return {
    results,
    isRunning: [...results.values()].includes('running'),
    run: (models: readonly string[]) => void run(models),
    cancel: () => stop.current.abort(),
  }
}

export const isFailed = (result: ModelResult | 'running' | undefined) =>
  typeof result === 'object' && 'message' in result
