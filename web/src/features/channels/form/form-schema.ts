import type { Control } from 'react-hook-form'
import * as z from 'zod/mini'
import { channelInput, channelSettings } from '#contract/api/channels.ts'
import { baseUrlProblem, isSendable, keyProblem, keysIn, otherProblem } from '#contract/channel-rules.ts'
import { channelTypes } from '#contract/channel-types/all.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { parseBuyPrice } from '#contract/prices/buy-price-schema.ts'
import { readProxyAddress } from '#contract/proxy-address.ts'
import { upstreamBase } from '#contract/upstream-address.ts'
import { tidyBaseUrl } from './base-url.ts'
import { type ChannelFormValues, typeOf } from './form-values.ts'
import { isWholeKey } from './key-parts.ts'
import { isStatusMapping, isTextMapping } from './mappings.ts'
import { newSettings, TIER_POLICIES, writeSettings } from './settings-text.ts'

const required = (message: ErrorCode) => z.string().check(z.trim(), z.minLength(1, message))
const text = (max: number) => z.string().check(z.maxLength(max))
const satisfying = (accepts: (text: string) => boolean, message: ErrorCode) =>
  z.string().check(z.refine(accepts, message))

const candidate = z.object({
  ...channelInput.shape,
  ...z.required(channelSettings).shape,
  service_tiers: z.enum(TIER_POLICIES),
  type: z.number().check(z.int()),
  name: required('channel_name_required').check(z.maxLength(100)),
  key: text(1_000_000),
  batch: z.boolean(),
  pool: z.boolean(),
  base_url: text(2000),
  other: text(10_000),
  models: required('channel_models_required'),
  group: required('channel_groups_required'),
  model_mapping: satisfying(isTextMapping, 'channel_mapping_invalid'),
  status_code_mapping: satisfying(isStatusMapping, 'channel_status_mapping_invalid'),
  settings: z.string(),
  buy_price: satisfying((text) => 'buyPrice' in parseBuyPrice(text), 'channel_buy_price_invalid'),
})
type Candidate = z.output<typeof candidate>

/**
 * Returns a check of one field that depends on others. `when`: also runs while those have errors, so that all
 * errors show.
 */
const rule = (field: keyof Candidate, message: ErrorCode, accepts: (values: Candidate) => boolean) =>
  z.refine<Candidate>(accepts, { path: [field], message, when: () => true })

const ADDRESS_PROBLEMS = [
  'channel_base_url_required',
  'channel_base_url_invalid',
  'channel_base_url_query',
  'channel_base_url_fragment',
] as const

const OTHER_PROBLEMS = new Set(
  channelTypes.flatMap(({ fields: { other } }) =>
    other ? [other.malformed, ...(other.missing ? [other.missing] : [])] : [],
  ),
)

const KEY_PROBLEMS = new Set(channelTypes.flatMap(({ key }) => key.shape?.malformed ?? []))

/**
 * Converts form values to the request body. A new channel needs a key; an edit or a copy without one keeps the
 * stored key.
 */
function channelForm(purpose: 'create' | 'keep') {
  const keyIsThere = ({ type, key, batch }: Candidate) => {
    if (purpose === 'keep' && key === '') return true
    const { key: format } = typeOf(type)
    // A batch line has no separate parts to mark; the error about the key's format says more.
    if (batch && format.shape) return keysIn(key).length > 0
    const keys = batch ? keysIn(key) : [key]
    return keys.length > 0 && keys.every((each) => isWholeKey(format, each))
  }
  const checked = candidate.check(
    rule('key', 'channel_key_required', keyIsThere),
    rule('key', 'channel_key_characters', ({ key }) => keysIn(key).every(isSendable)),
    ...[...KEY_PROBLEMS].map((code) =>
      rule('key', code, (values) => {
        const { key: format } = typeOf(values.type)
        // For a key with missing parts only the missing parts are reported.
        return !keyIsThere(values) || keysIn(values.key).every((key) => keyProblem(format, key) !== code)
      }),
    ),
    ...ADDRESS_PROBLEMS.map((code) =>
      rule('base_url', code, ({ type, base_url }) => {
        return baseUrlProblem(typeOf(type).fields.base_url, upstreamBase(type, base_url)) !== code
      }),
    ),
    ...[...OTHER_PROBLEMS].map((code) =>
      rule('other', code, ({ type, other }) => otherProblem(typeOf(type).fields.other, other) !== code),
    ),
    rule('proxy', 'channel_proxy_invalid', ({ proxy }) => proxy.trim() === '' || readProxyAddress(proxy) !== undefined),
    rule('openai_organization', 'channel_organization_characters', ({ type, openai_organization = '' }) => {
      return !typeOf(type).fields.openai_organization || isSendable(openai_organization.trim())
    }),
  )
  // The values are checked only after conversion to the wire's shape, so that all errors show at once.
  const held = z.pipe(z.custom<ChannelFormValues>(), z.transform(candidateOf))
  return z.pipe(z.pipe(held, checked), z.transform(inputOf))
}
export const createForm = channelForm('create')
export const editForm = channelForm('keep')
export const copyForm = editForm
export type ChannelFormOutput = z.output<typeof createForm>
export type ChannelControl = Control<ChannelFormValues, unknown, ChannelFormOutput>

function candidateOf(values: ChannelFormValues): z.input<typeof candidate> {
  return {
    ...values,
    type: Number(values.type),
    base_url: tidyBaseUrl(typeOf(values.type).fields.base_url, values.base_url),
    other: values.other.trim(),
    models: values.models.join(','),
    group: values.group.join(','),
    auto_ban: values.auto_ban ? 1 : 0,
    // A hidden field cannot be corrected, so its value is replaced by a valid one.
    drain_seconds: values.abort_policy === 'drain' ? values.drain_seconds : newSettings.drain_seconds,
  }
}

function inputOf({ batch, pool, settings: former, ...values }: Candidate) {
  const { abort_policy, drain_seconds, first_byte_timeout, idle_timeout, total_timeout, wait_seconds, ...rest } = values
  const { service_tiers, fit_parameters, prompt_caching, hedge, multi_key_mode, ...unsettled } = rest
  const { proxy, ca, client_certificate, client_key, ...input } = unsettled
  const times = { first_byte_timeout, idle_timeout, total_timeout, wait_seconds }
  const switches = { service_tiers, fit_parameters, prompt_caching, hedge }
  const way = { proxy, ca, client_certificate, client_key }
  const settings = { abort_policy, drain_seconds, ...times, ...switches, multi_key_mode, ...way }
  const key = batch ? keysIn(input.key).join('\n') : input.key.trim()
  const mode = batch && pool ? { mode: 'multi_to_single' as const } : {}
  return { ...input, ...mode, key, settings: writeSettings(settings, former) }
}
