import type { ProbeVerdict } from '#contract/api/channel-checks.ts'
import type { UpstreamFailure } from '../../upstream/upstream-failure.ts'

const BY_STATUS: Record<number, ProbeVerdict> = {
  401: 'wrong_key',
  402: 'no_credit',
  403: 'wrong_key',
  404: 'wrong_address',
  405: 'wrong_address',
  429: 'rate_limited',
}
const BY_KIND = {
  unreachable: 'unreachable',
  timeout: 'timeout',
  malformed: 'malformed',
  oversized: 'malformed',
  unfit: 'refused',
} as const
const NO_CREDIT =
  /insufficient_quota|insufficient_user_quota|unpaid_limit_reached|billing_not_active|credit balance|current.quota|insufficient.balance|arrearage|overdue|余额|额度|欠费/i
const NO_MODEL =
  /model_not_found|DeploymentNotFound|no such model|\bmodel\b.*(?:does not exist|not found|not exist|no access|not support)|无可用渠道/i

/** Classifies a failed request for the administrator who has to fix it. Pure. */
export function probeVerdict({ kind, status, error }: UpstreamFailure): ProbeVerdict {
  if (kind !== 'answered') return BY_KIND[kind]
  const words = `${error.code} ${error.type} ${error.message}`
  if (NO_CREDIT.test(words)) return 'no_credit'
  if (NO_MODEL.test(words)) return 'no_model'
  return BY_STATUS[status] ?? 'refused'
}
