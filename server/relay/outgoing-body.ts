import type { Call } from './call.ts'
import { scanFields } from './scan-fields.ts'
import { spliceFields } from './splice.ts'

const TAKES_STREAM_OPTIONS = new Set(['chat', 'completions'])
const USAGE_WANTED = { include_usage: 'true' }

/** The caller's own bytes; only the model (when mapped) and the wish for usage (on streams) are written into them. */
export function outgoingBody(call: Call, model: string): Buffer {
  if (call.endpoint.modelInPath) return call.body
  const isRenamed = model !== call.model || call.endpoint.model !== undefined
  const lacksUsage = call.stream && !call.usageWanted && TAKES_STREAM_OPTIONS.has(call.endpoint.operation)
  if (!isRenamed && !lacksUsage) return call.body
  const edits: Record<string, string> = {}
  if (isRenamed) edits.model = call.endpoint.form ? model : JSON.stringify(model)
  if (lacksUsage) edits.stream_options = optionsWithUsage(call)
  return spliceFields(call.body, call.fields, edits)
}

/** The caller's `stream_options` with the wish for usage; what else is in them stays. */
function optionsWithUsage({ body, fields }: Call): string {
  const span = fields.spans.get('stream_options')
  const own = span && body.subarray(span.start, span.end)
  const isObject = own?.[0] === '{'.charCodeAt(0)
  return isObject ? spliceFields(own, scanFields(own), USAGE_WANTED).toString('utf8') : '{"include_usage":true}'
}
