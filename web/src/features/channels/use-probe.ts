import { useEffect, useState } from 'react'
import type { ProbeStep } from '#contract/api/channel-checks.ts'
import { type Probed, probeSteps } from './probe-steps.ts'

export interface ProbeState {
  running: boolean
  steps: readonly ProbeStep[]
  /** Why the form was not even tried. */
  refusal: string
}

const BEGUN: ProbeState = { running: true, steps: [], refusal: '' }

/** Tries a form's values, step by step. Other values begin anew; leaving ends the trial. */
export function useProbe(probed: Probed): ProbeState {
  const [state, setState] = useState(BEGUN)
  useEffect(() => {
    const trial = new AbortController()
    setState(BEGUN)
    void run(probed, trial.signal, setState)
    return () => trial.abort()
  }, [probed])
  return state
}

async function run(
  probed: Probed,
  signal: AbortSignal,
  change: (next: (before: ProbeState) => ProbeState) => void,
): Promise<void> {
  const show = (next: (before: ProbeState) => ProbeState) => signal.aborted || change(next)
  try {
    for await (const step of probeSteps(probed, signal)) {
      show((before) => ({ ...before, steps: [...before.steps, step] }))
    }
  } catch (error) {
    show((before) => ({ ...before, refusal: error instanceof Error ? error.message : String(error) }))
  }
  show((before) => ({ ...before, running: false }))
}
