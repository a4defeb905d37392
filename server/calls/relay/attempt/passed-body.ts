import { formAsJson } from '../../../formats/body/form-as-json.ts'
import { rewriteForm } from '../../../formats/body/rewrite-form.ts'
import { type ScannedBody, scanFields, scanFieldsInSteps } from '../../../formats/body/scan-fields.ts'
import { editFields, editFieldsInSteps } from '../../../formats/body/splice.ts'
import { rulesNameOf } from '../../../formats/dialects/model-rules/find-rule.ts'
import type { RelayEndpoint } from '../../../formats/endpoints/endpoints.ts'
import { providerOf } from '../../../formats/providers/all.ts'
import type { Channel } from '../../../formats/providers/channel.ts'
import type { FieldEdits } from '../../../formats/providers/provider.ts'
import type { Steps } from '../../../platform/async/steps.ts'
import type { Call } from '../call/call.ts'
import { withoutForeignState } from '../read/foreign-state.ts'
import { asksForUsage } from './channel-plan.ts'
import { modelFitting } from './model-fitting.ts'
import { providerEdits, providerRulesOf } from './provider-edits.ts'

const INCLUDE_USAGE = { include_usage: 'true' }

type PassedCall = Pick<Call, 'endpoint' | 'model' | 'requestedModel' | 'stream' | 'usageWanted' | 'contentType'>

/** A body, and the names of the caller's fields that it omits. */
export interface OutgoingBody {
  body: Buffer
  omitted: readonly string[]
}

/**
 * Returns the caller's bytes with these edits: state of other vendors is removed; the model (when mapped), the
 * request for usage (on streams), what the provider or the model requires, and `pricing` (changes because of the
 * vendor's price) are written into them.
 */
export function* outgoingBody(
  call: PassedCall,
  given: ScannedBody,
  channel: Channel,
  model: string,
  pricing?: FieldEdits,
): Steps<OutgoingBody> {
  const body = yield* withoutForeignState(call.endpoint, given, rulesNameOf(model, call.model))
  if (call.endpoint.modelInPath) {
    return { body: pricing ? yield* editFieldsInSteps(body, pricing) : body.bytes, omitted: [] }
  }
  const strictness = call.endpoint.form ? undefined : providerRulesOf(channel)
  const takesOptions = strictness?.rules.streamOptions === undefined
  const isRenamed = model !== (call.requestedModel ?? call.model) || call.endpoint.model !== undefined
  const lacksUsage = takesOptions && asksForUsage(call)
  const { edits: fitted, omitted } = modelFitting(call, body, channel, model)
  const edits: Record<string, string> = {}
  if (isRenamed) edits.model = call.endpoint.form ? model : JSON.stringify(model)
  if (lacksUsage) edits.stream_options = optionsWithUsage(body)
  const all = { ...edits, ...fitted, ...(strictness && providerEdits(body, call.endpoint, strictness)), ...pricing }
  const written = yield* editFieldsInSteps(body, all)
  return call.endpoint.form ? passedForm(written, call, channel, omitted) : { body: written, omitted }
}

/** Returns a form as the provider needs it. Throws BadRequest for what the upstream cannot do. */
function passedForm(
  body: Buffer,
  { endpoint, contentType }: PassedCall,
  channel: Channel,
  omitted: readonly string[],
): OutgoingBody {
  const provider = providerOf(channel)
  if (provider?.formsAsJson) return { body: formAsJson(body, contentType), omitted }
  const rules = provider?.formRules?.(endpoint)
  if (!rules) return { body, omitted }
  const { body: written, dropped } = rewriteForm(body, contentType, rules.names)
  rules.check(dropped)
  return { body: written, omitted: [...omitted, ...dropped.keys()] }
}

/** Applies a provider's edits to a body that was written here. */
export function* withProviderEdits(bytes: Buffer, endpoint: RelayEndpoint, channel: Channel): Steps<Buffer> {
  const strictness = providerRulesOf(channel)
  if (!strictness) return bytes
  const body = { bytes, fields: yield* scanFieldsInSteps(bytes) }
  return yield* editFieldsInSteps(body, providerEdits(body, endpoint, strictness))
}

/** Returns the caller's `stream_options` with usage requested; other members stay. */
function optionsWithUsage({ bytes, fields }: ScannedBody): string {
  const span = fields.spans.get('stream_options')
  const own = span && bytes.subarray(span.start, span.end)
  const isObject = own?.[0] === '{'.charCodeAt(0)
  return isObject
    ? editFields({ bytes: own, fields: scanFields(own) }, INCLUDE_USAGE).toString('utf8')
    : '{"include_usage":true}'
}
