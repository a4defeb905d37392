import { scanFields } from '../../body/scan-fields.ts'
import { editFields, spliceFields } from '../../body/splice.ts'
import type { RelayEndpoint } from '../../endpoints/endpoints.ts'
import type { FieldEdits } from '../../providers/provider.ts'
import type { Channel } from '../../registry/channels.ts'
import type { Call } from '../request/call.ts'
import { modelFitting } from './model-fitting.ts'
import { withOwnState } from './own-state.ts'
import { strictEdits, strictnessOf } from './provider-edits.ts'

const TAKES_STREAM_OPTIONS = new Set(['chat', 'completions'])
const USAGE_WANTED = { include_usage: 'true' }

/** A body, and the names of the caller's fields that it leaves out. */
export interface OutgoingBody {
  body: Buffer
  omitted: readonly string[]
}

/**
 * The caller's own bytes. State of other vendors is taken out of them; the model (when mapped), the wish for usage (on
 * streams), what a strict upstream or the model wants otherwise, and `pricing` (what the vendor's price makes necessary) are
 * written into them.
 */
export function outgoingBody(given: Call, channel: Channel, model: string, pricing?: FieldEdits): OutgoingBody {
  const call = withOwnState(given, model)
  if (call.endpoint.modelInPath) {
    return { body: pricing ? editFields(call.body, call.fields, pricing) : call.body, omitted: [] }
  }
  const strictness = call.endpoint.form ? undefined : strictnessOf(channel)
  const asksUsage = strictness?.rules.streamOptions === undefined
  const isRenamed = model !== call.model || call.endpoint.model !== undefined
  const lacksUsage = asksUsage && call.stream && !call.usageWanted && TAKES_STREAM_OPTIONS.has(call.endpoint.operation)
  const { edits: fitted, omitted } = modelFitting(call, channel, model)
  const edits: Record<string, string> = {}
  if (isRenamed) edits.model = call.endpoint.form ? model : JSON.stringify(model)
  if (lacksUsage) edits.stream_options = optionsWithUsage(call)
  const all = { ...edits, ...fitted, ...(strictness && strictEdits(call, strictness)), ...pricing }
  return { body: Object.keys(all).length > 0 ? editFields(call.body, call.fields, all) : call.body, omitted }
}

/** A body that was written here, as a strict upstream wants it. */
export function strictBody(body: Buffer, endpoint: RelayEndpoint, channel: Channel): Buffer {
  const strictness = strictnessOf(channel)
  if (!strictness) return body
  const fields = scanFields(body)
  return editFields(body, fields, strictEdits({ body, fields, endpoint }, strictness))
}

/** The caller's `stream_options` with the wish for usage; what else is in them stays. */
function optionsWithUsage({ body, fields }: Call): string {
  const span = fields.spans.get('stream_options')
  const own = span && body.subarray(span.start, span.end)
  const isObject = own?.[0] === '{'.charCodeAt(0)
  return isObject ? spliceFields(own, scanFields(own), USAGE_WANTED).toString('utf8') : '{"include_usage":true}'
}
