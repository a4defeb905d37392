import type { CallTrace } from './telemetry.ts'

/** Returns what a call waits for, with a span of its trace if it has one. */
export function waitFor<T>(what: Parameters<CallTrace['wait']>[0], ended: Promise<T>, trace: CallTrace | undefined) {
  return trace ? trace.wait(what, ended) : ended
}
