import * as z from 'zod/mini'
import { tokenInput } from '#contract/api/tokens.ts'
import { badLines } from '#web/ui/form/lines.ts'
import { MAX_BATCH } from './form-values.ts'
import { isAddressLine } from './ip-list.ts'

// Judged by the contract's schema below, so that all problems show at once.
const unchecked = z.custom<number>()
const held = z.object({
  name: z.string(),
  count: unchecked,
  expired_time: unchecked,
  remain_quota: unchecked,
  unlimited_quota: z.boolean(),
  model_limits_enabled: z.boolean(),
  model_limits: z.array(z.string()),
  allow_ips: z.string(),
  group: z.string(),
})

const wire = z.extend(tokenInput, {
  count: z.number().check(z.int(), z.gte(1), z.lte(MAX_BATCH)),
  allow_ips: z.string().check(z.refine((text) => badLines(text, isAddressLine).length === 0)),
})

/** Form values to what the server is sent (and `count`). An amount that does not count may be left empty. */
export const tokenForm = z.pipe(
  z.pipe(
    held,
    z.transform(
      (values): z.input<typeof wire> => ({
        ...values,
        model_limits: values.model_limits.join(','),
        remain_quota: values.unlimited_quota && !Number.isFinite(values.remain_quota) ? 0 : values.remain_quota,
      }),
    ),
  ),
  wire,
)
export type TokenFormOutput = z.output<typeof tokenForm>
