import type { ScannedBody } from '../../../formats/body/scan-fields.ts'
import { type UpstreamFormat, upstreamDialects } from '../../../formats/dialects/all.ts'
import type { UpstreamDialect } from '../../../formats/dialects/dialect.ts'
import { parseObject } from '../../../formats/dialects/json.ts'
import { findRule, rulesNameOf } from '../../../formats/dialects/model-rules/find-rule.ts'
import type { RelayEndpoint } from '../../../formats/endpoints/endpoints.ts'
import { providerOf } from '../../../formats/providers/all.ts'
import type { Channel } from '../../../formats/providers/channel.ts'
import { type Provider, type TokenExchange, tokenExchangeOf } from '../../../formats/providers/provider.ts'
import { fixedFormat, upstreamFormat } from '../../upstream/upstream-format.ts'
import { upstreamModel } from '../../upstream/upstream-model.ts'
import type { Call } from '../call/call.ts'
import { foreignStateTest } from '../read/foreign-state.ts'
import { pricedFieldsByFormat } from '../read/priced-fields-by-format.ts'
import { providerRulesOf } from './provider-edits.ts'
import { costsBeside, tellsCost } from './told-fees.ts'
import { mayAddTools } from './tool-edits.ts'

/** What all calls of one endpoint and one model have in common at a channel. */
export interface ChannelPlan {
  /** undefined = this server does not know the channel's type. */
  readonly provider: Provider | undefined
  /** The upstream's name of the model. */
  readonly model: string
  /** The format of the requests; undefined = it depends on what the channel has answered lately. */
  readonly format: UpstreamFormat | undefined
  /** How the credential is exchanged for a short-lived token; undefined = it is sent itself. */
  readonly access: TokenExchange | undefined
  /** Whether a body has something that is looked into before it is sent; undefined = each is. */
  readonly needsEdits: ((body: ScannedBody) => boolean) | undefined
}

/** A changed channel is a new object, and so is an endpoint that a call has made for itself. */
const plans = new WeakMap<Channel, WeakMap<RelayEndpoint, Map<string, ChannelPlan>>>()
/** Callers that pin a channel choose the names of models. */
const MAX_MODELS = 500

/** Returns the plan of a call at a channel, which is made with the first call. */
export function channelPlan(channel: Channel, { endpoint, model }: Pick<Call, 'endpoint' | 'model'>): ChannelPlan {
  const known = plans.get(channel)?.get(endpoint)?.get(model)
  if (known) return known
  const byEndpoint = plans.get(channel) ?? new WeakMap<RelayEndpoint, Map<string, ChannelPlan>>()
  const byModel = byEndpoint.get(endpoint) ?? new Map<string, ChannelPlan>()
  if (byModel.size >= MAX_MODELS) byModel.clear()
  const plan = createPlan(channel, endpoint, model)
  plans.set(channel, byEndpoint.set(endpoint, byModel.set(model, plan)))
  return plan
}

function createPlan(channel: Channel, endpoint: RelayEndpoint, publicName: string): ChannelPlan {
  const provider = providerOf(channel)
  const model = upstreamModel(channel, publicName)
  return {
    provider,
    model,
    format: provider && fixedFormat({ channel, provider, endpoint, model }),
    access: provider && tokenExchangeOf(provider, channel),
    needsEdits: editsTest(channel, endpoint, model, publicName),
  }
}

/** Fields that no rule of a model changes. */
const PLAIN_FIELDS = new Set(['model', 'messages', 'stream', 'stream_options', 'system'])
/** Fields that are looked into whatever the model. */
const SEARCHED_FIELDS = new Set(['tools', 'thread'])

function editsTest(
  channel: Channel,
  endpoint: RelayEndpoint,
  model: string,
  publicName: string,
): ChannelPlan['needsEdits'] {
  if (endpoint.form || endpoint.modelInPath || endpoint.model !== undefined || providerRulesOf(channel))
    return undefined
  const { format } = endpoint
  const knownAs = rulesNameOf(model, publicName)
  const hasRule = findRule(knownAs) !== undefined
  const priced = pricedFieldsByFormat.get(format)
  const mayCostMore = tellsCost(channel)
  const mayHaveState = endpoint.operation === 'chat' ? foreignStateTest(format, knownAs) : undefined
  return (body) => {
    for (const name of body.fields.spans.keys()) {
      if (PLAIN_FIELDS.has(name)) continue
      if (hasRule || SEARCHED_FIELDS.has(name) || priced?.has(name)) return true
    }
    if (mayCostMore && costsBeside(channel, model, body.bytes, endpoint)) return true
    return (format === 'responses' && mayAddTools(format, body.bytes)) || mayHaveState?.(body) === true
  }
}

const TAKES_STREAM_OPTIONS = new Set(['chat', 'completions'])

/** Whether the usage of a stream must be asked for, as its caller does not. */
export const asksForUsage = ({ stream, usageWanted, endpoint }: Pick<Call, 'stream' | 'usageWanted' | 'endpoint'>) =>
  stream && !usageWanted && TAKES_STREAM_OPTIONS.has(endpoint.operation)

/**
 * Whether the caller's bytes are what is sent, as of most calls: nothing in them is looked at by the rules of provider,
 * model, prices and tools, and nothing is added. Where that is so, none of these rules is asked.
 */
export function passesAsIs(call: Call, body: ScannedBody, { model, needsEdits }: ChannelPlan): boolean {
  if (!needsEdits || model !== (call.requestedModel ?? call.model)) return false
  if (call.forwarded?.['anthropic-beta'] !== undefined || asksForUsage(call)) return false
  return !needsEdits(body)
}

/** Returns the format of a channel's requests now. `now`: milliseconds since the epoch. */
export const formatOf = (
  plan: ChannelPlan,
  provider: Provider,
  channel: Channel,
  endpoint: RelayEndpoint,
  now: number,
) => plan.format ?? upstreamFormat({ channel, provider, endpoint, model: plan.model, now })

/** Whether a call is sent unchanged because its format is the upstream's. */
export function isSentUnchanged(
  endpoint: RelayEndpoint,
  { bytes }: Pick<ScannedBody, 'bytes'>,
  upstream: UpstreamFormat,
): boolean {
  if (endpoint.embeddings?.alwaysConvert) return false
  if (upstream === endpoint.format) return true
  const { acceptsUnchanged: takesAsItIs }: UpstreamDialect = upstreamDialects[upstream]
  if (!takesAsItIs || endpoint.operation !== 'chat') return false
  return takesAsItIs(endpoint.format, () => parseObject(bytes.toString('utf8')))
}
