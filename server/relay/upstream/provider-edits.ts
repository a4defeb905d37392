import { channelTypes } from '#contract/channel-types/all.ts'
import type { BodyRules } from '#contract/channel-types/channel-type.ts'
import type { ScannedBody } from '../../body/scan-fields.ts'
import type { RelayEndpoint } from '../../endpoints/endpoints.ts'
import { providerOf } from '../../providers/all.ts'
import type { FieldEdits, FieldText, Provider } from '../../providers/provider.ts'
import type { Channel } from '../../registry/channels.ts'

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
  const found = rulesByType.get(channel.type)
  return found && { channel, ...found }
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
  return {
    ...editsByRules(rules, text),
    ...edits?.(channel, endpoint, text),
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
