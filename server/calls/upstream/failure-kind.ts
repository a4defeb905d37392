import type { FailureKind } from '#contract/traffic.ts'
import type { Meaning } from './meanings.ts'
import type { UpstreamFailure, Verdict } from './upstream-failure.ts'

const KINDS: Readonly<Record<Meaning, FailureKind | undefined>> = {
  request: 'caller',
  content: 'caller',
  resource: 'caller',
  unfit: 'caller',
  elsewhere: undefined,
  afford: undefined,
  model: 'caller',
  key: 'key',
  money: 'quota',
  rate: 'rate',
  load: 'server',
  broken: 'server',
  slow: 'timeout',
  unknown: 'caller',
}

/**
 * Classifies a failed attempt for statistics; undefined = nothing was sent, or another account must serve the call, so
 * that the channel did not fail.
 */
export function failureKind({ kind }: Pick<UpstreamFailure, 'kind'>, { meaning }: Pick<Verdict, 'meaning'>) {
  if (kind === 'unfit') return undefined
  return kind === 'unreachable' ? 'network' : KINDS[meaning]
}
