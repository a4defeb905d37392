import type { UpstreamFailure, Verdict } from './upstream-failure.ts'

/** All channels that were tried failed; carries the verdict on the last failure. */
export class RelayFailure extends Error {
  constructor(
    readonly verdict: Verdict,
    readonly failure: UpstreamFailure,
    /** The caller expects a stream. */
    readonly stream: boolean,
  ) {
    super(failure.error.message)
    this.name = 'RelayFailure'
  }
}
