import { MAX_NEW_TOKENS, type Token } from '#contract/api/tokens.ts'
import { commaList } from '#contract/comma-list.ts'
import type { Limits } from '#contract/limits.ts'
import { NEW_TOKEN_QUOTA } from '#contract/quota.ts'

export const MAX_BATCH = MAX_NEW_TOKENS

/** The form values of a token: as on the wire, but lists with switches, and the number of tokens to create. */
export interface TokenFormValues {
  name: string
  count: number
  expired_time: number
  remain_quota: number
  unlimited_quota: boolean
  model_limits_enabled: boolean
  model_limits: string[]
  limit_endpoints: boolean
  endpoints: string[]
  allow_ips: string
  note: string
  tags: string[]
  group: string
  limits: Limits | null
}

export const newToken: TokenFormValues = {
  name: '',
  count: 1,
  expired_time: -1,
  remain_quota: NEW_TOKEN_QUOTA,
  unlimited_quota: false,
  model_limits_enabled: false,
  model_limits: [],
  limit_endpoints: false,
  endpoints: [],
  allow_ips: '',
  note: '',
  tags: [],
  group: '',
  limits: null,
}

/** Returns the lowest quota that an edit may leave, in units: below zero only if already overspent. */
export const leastQuotaOf = (token: Token) => Math.min(0, token.remain_quota)

export function valuesOfToken(token: Token): TokenFormValues {
  const { name, expired_time, remain_quota, unlimited_quota, model_limits_enabled, allow_ips, group } = token
  const { limits, endpoints, note, tags } = token
  const model_limits = commaList(token.model_limits)
  const fields = { name, expired_time, remain_quota, unlimited_quota, model_limits_enabled, allow_ips, group }
  return {
    ...fields,
    model_limits,
    limit_endpoints: endpoints !== null,
    endpoints: endpoints ?? [],
    note,
    tags,
    limits,
    count: 1,
  }
}
