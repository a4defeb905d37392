import { useEffect, useEffectEvent, useState } from 'react'
import type { ProbeStep } from '#contract/api/channel-checks.ts'
import { ApiError } from '#web/lib/api.ts'
import { type Probed, probeSteps } from './probe-steps.ts'

export interface ProbeState {
  running: boolean
  steps: readonly ProbeStep[]
  /** Why the form was refused before the test. */
  refusal: string
}

const BEGUN: ProbeState = { running: true, steps: [], refusal: '' }

/**
 * Tests a form's values step by step. Changed values start over; unmounting aborts. `onRefused` gets the
 * fields that the server refused, each with its message.
 */
export function useProbe(probed: Probed, onRefused: (fields: Record<string, string>) => void): ProbeState {
  const [state, setState] = useState(BEGUN)
  const refuse = useEffectEvent(onRefused)
  useEffect(() => {
    const trial = new AbortController()
    setState(BEGUN)
    void run(probed, trial.signal, setState).then((fields) => fields && !trial.signal.aborted && refuse(fields))
    return () => trial.abort()
  }, [probed])
  return state
}

/** Returns the refused fields, if any. */
async function run(
  probed: Probed,
  signal: AbortSignal,
  change: (next: (before: ProbeState) => ProbeState) => void,
): Promise<Record<string, string> | undefined> {
  let refused: Record<string, string> | undefined
  const show = (next: (before: ProbeState) => ProbeState) => signal.aborted || change(next)
  try {
    for await (const step of probeSteps(probed, signal)) {
      show((before) => ({ ...before, steps: [...before.steps, step] }))
    }
  } catch (error) {
    if (error instanceof ApiError && Object.keys(error.fields).length > 0) refused = error.fields
    show((before) => ({ ...before, refusal: error instanceof Error ? error.message : String(error) }))
  }
  show((before) => ({ ...before, running: false }))
  return refused
}
