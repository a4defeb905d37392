import { channelTypes } from '#contract/channel-types/all.ts'
import type { BodyRules } from '#contract/channel-types/channel-type.ts'
import { providerOf } from '../../providers/all.ts'
import type { FieldEdits, FieldText, Provider } from '../../providers/provider.ts'
import type { Channel } from '../../registry/channels.ts'
import type { Call } from '../request/call.ts'

/** What an upstream wants otherwise than OpenAI: the rules of its type, and what its provider adds. */
export interface Strictness {
  channel: Channel
  rules: BodyRules
  edits: Provider['edits']
}

/** The types that are strict. Of the others nothing is asked, call by call, but that they are not here. */
const strict = new Map(
  channelTypes.flatMap(({ id, body }) => {
    const edits = providerOf({ type: id })?.edits
    return body || edits ? [[id, { rules: body ?? {}, edits }] as const] : []
  }),
)

export function strictnessOf(channel: Channel): Strictness | undefined {
  const found = strict.get(channel.type)
  return found && { channel, ...found }
}

type StrictCall = Pick<Call, 'body' | 'fields' | 'endpoint'>

/** The top-level fields of a call that the upstream wants otherwise; undefined leaves one out. */
export function strictEdits({ body, fields, endpoint }: StrictCall, { channel, rules, edits }: Strictness): FieldEdits {
  const text: FieldText = (name) => {
    const span = fields.spans.get(name)
    return span && body.toString('utf8', span.start, span.end)
  }
  return {
    ...ruledEdits(rules, text),
    ...edits?.(channel, endpoint, text),
  }
}

function ruledEdits({ streamOptions, limits = {}, renames = {}, drops = [] }: BodyRules, text: FieldText): FieldEdits {
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

/** A JSON text as a number, if it is one. */
function numberOf(text: string | undefined): number | undefined {
  return text !== undefined && /^-?\d/.test(text) ? Number(text) : undefined
}
