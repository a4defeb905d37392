import * as z from 'zod/mini'
import { type Token, tokenInput, tokenQuota } from '#contract/api/tokens.ts'
import type { EndpointKind } from '#contract/endpoint-kinds.ts'
import type { Limits } from '#contract/limits.ts'
import { badLines } from '#web/ui/form/fields/lines.ts'
import { leastQuotaOf, MAX_BATCH } from './form-values.ts'
import { isAddressLine } from './ip-list.ts'

// Validated by the contract's schema below, so that all errors show at once.
const unchecked = z.custom<number>()
const held = z.object({
  name: z.string(),
  count: unchecked,
  expired_time: unchecked,
  remain_quota: unchecked,
  unlimited_quota: z.boolean(),
  model_limits_enabled: z.boolean(),
  model_limits: z.array(z.string()),
  limit_endpoints: z.boolean(),
  endpoints: z.array(z.string()),
  allow_ips: z.string(),
  note: z.string(),
  tags: z.array(z.string()),
  group: z.string(),
  // Checked by the contract's schema below.
  limits: z.custom<Limits | null>(),
})

const wireFrom = (leastQuota: number) =>
  z.extend(tokenInput, {
    remain_quota: tokenQuota(leastQuota),
    count: z.number().check(z.int(), z.gte(1), z.lte(MAX_BATCH)),
    allow_ips: z.string().check(z.refine((text) => badLines(text, isAddressLine).length === 0)),
  })

/** Converts form values to the request body (and `count`). An amount that is not used may be empty. */
const formFrom = (leastQuota: number) =>
  z.pipe(
    z.pipe(
      held,
      z.transform(
        ({ limit_endpoints, ...values }): z.input<ReturnType<typeof wireFrom>> => ({
          ...values,
          model_limits: values.model_limits.join(','),
          // Checked by the contract's schema below.
          endpoints: limit_endpoints ? (values.endpoints as EndpointKind[]) : null,
          remain_quota: values.unlimited_quota && !Number.isFinite(values.remain_quota) ? 0 : values.remain_quota,
        }),
      ),
    ),
    wireFrom(leastQuota),
  )

export const createForm = formFrom(0)
/** An overspent quota may stay or be raised. */
export const editForm = (token: Token) => formFrom(leastQuotaOf(token))
export type TokenFormOutput = z.output<typeof createForm>
