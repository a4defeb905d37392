import { channelTypes } from '#contract/channel-types/all.ts'
import type { BodyRules } from '#contract/channel-types/channel-type.ts'
import { isRecord } from '#contract/is-record.ts'
import type { ScannedBody } from '../../../formats/body/scan-fields.ts'
import type { RelayEndpoint } from '../../../formats/endpoints/endpoints.ts'
import { providerOf } from '../../../formats/providers/all.ts'
import type { Channel } from '../../../formats/providers/channel.ts'
import type { FieldEdits, FieldText, Provider } from '../../../formats/providers/provider.ts'

/** The differences of an upstream from OpenAI's format: the rules of its type, and its provider's edits. */
export interface ProviderRules {
  channel: Channel
  rules: BodyRules
  edits: Provider['edits']
}

/** The channel types that have such rules. Other types need only this lookup per call. */
const rulesByType = new Map(
  channelTypes.flatMap(({ id, body }) => {
    const edits = providerOf({ type: id })?.edits
    return body || edits ? [[id, { rules: body ?? {}, edits }] as const] : []
  }),
)

export function providerRulesOf(channel: Channel): ProviderRules | undefined {
  const found = rulesByType.get(channel.type) ?? rulesByAddress(channel)
  return found && { channel, ...found }
}

type TypeRules = Omit<ProviderRules, 'channel'>

/** Vendors without a type of their own that refuse such fields: https://inference-docs.cerebras.ai/capabilities/reasoning */
const OTHER_VENDORS: readonly (readonly [host: string, rules: BodyRules])[] = [
  ['api.cerebras.ai', { messageDrops: ['reasoning_content', 'reasoning_details'] }],
]
const rulesByHost = new Map<string | undefined, TypeRules>([
  ...channelTypes.flatMap(({ baseUrl, body }) => {
    const host = body?.messageDrops && URL.parse(baseUrl ?? '')?.hostname
    return host ? [[host, { rules: { messageDrops: body.messageDrops }, edits: undefined }] as const] : []
  }),
  ...OTHER_VENDORS.map(([host, rules]) => [host, { rules, edits: undefined }] as const),
])

/** Channels with an address of their own. A changed channel is a new object. */
const byAddress = new WeakMap<Channel, TypeRules | false>()

/** Returns what a vendor refuses that is reached by its address, through a channel of another type. */
function rulesByAddress(channel: Channel): TypeRules | undefined {
  if (channel.baseUrl === '') return undefined
  const known = byAddress.get(channel) ?? (rulesByHost.get(URL.parse(channel.baseUrl)?.hostname) || false)
  byAddress.set(channel, known)
  return known || undefined
}

/** Returns the top-level fields of a body that the upstream needs changed; undefined removes a field. */
export function providerEdits(
  { bytes, fields }: ScannedBody,
  endpoint: RelayEndpoint,
  { channel, rules, edits }: ProviderRules,
): FieldEdits {
  const text: FieldText = (name) => {
    const span = fields.spans.get(name)
    return span && bytes.toString('utf8', span.start, span.end)
  }
  const kept = rules.messageDrops && withoutMessageFields(rules.messageDrops, text('messages'))
  const read: FieldText = kept === undefined ? text : (name) => (name === 'messages' ? kept : text(name))
  return {
    ...editsByRules(rules, text),
    ...(kept === undefined ? {} : { messages: kept }),
    ...edits?.(channel, endpoint, read),
  }
}

function editsByRules(
  { streamOptions, limits = {}, renames = {}, drops = [] }: BodyRules,
  text: FieldText,
): FieldEdits {
  const edits: Record<string, string | undefined> = {}
  for (const [name, [least, most]] of Object.entries(limits)) {
    const value = numberOf(text(name))
    if (value !== undefined && (value < least || value > most)) edits[name] = String(value < least ? least : most)
  }
  for (const [name, own] of Object.entries(renames)) {
    const value = text(name)
    if (value === undefined) continue
    edits[name] = undefined
    if (text(own) === undefined) edits[own] = value
  }
  for (const name of drops) edits[name] = undefined
  if (streamOptions === 'dropped') edits.stream_options = undefined
  return edits
}

/** Returns a JSON text as a number, if it is one. */
function numberOf(text: string | undefined): number | undefined {
  return text !== undefined && /^-?\d/.test(text) ? Number(text) : undefined
}

/** Returns the messages without these fields; undefined = they have none of them. */
function withoutMessageFields(names: readonly string[], text: string | undefined): string | undefined {
  if (text === undefined || !names.some((name) => text.includes(`"${name}"`))) return undefined
  const dropped = new Set(names)
  const messages = parseList(text)
  const kept = messages?.map((message) =>
    isRecord(message) ? Object.fromEntries(Object.entries(message).filter(([name]) => !dropped.has(name))) : message,
  )
  return kept && JSON.stringify(kept)
}

function parseList(text: string): unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}
