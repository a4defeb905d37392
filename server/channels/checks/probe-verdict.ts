import type { ProbeVerdict } from '#contract/api/channel-checks.ts'
import type { Meaning } from '../../calls/upstream/meanings.ts'
import { readMeaning } from '../../calls/upstream/read-meaning.ts'
import type { UpstreamFailure } from '../../calls/upstream/upstream-failure.ts'

const BY_KIND = {
  unreachable: 'unreachable',
  timeout: 'timeout',
  malformed: 'malformed',
  oversized: 'malformed',
  unfit: 'refused',
} as const

const BY_MEANING: Partial<Record<Meaning, ProbeVerdict>> = {
  key: 'wrong_key',
  money: 'no_credit',
  afford: 'no_credit',
  model: 'no_model',
  rate: 'rate_limited',
}
const NO_PATH = new Set([404, 405])

/** Classifies a failed request for the administrator who has to fix it. Pure. */
export function probeVerdict(failure: UpstreamFailure, type?: number): ProbeVerdict {
  if (failure.kind !== 'answered') return BY_KIND[failure.kind]
  const { meaning } = readMeaning(type, failure)
  return BY_MEANING[meaning] ?? (NO_PATH.has(failure.status) ? 'wrong_address' : 'refused')
}
