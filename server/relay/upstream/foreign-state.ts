import { scanFields } from '../../body/scan-fields.ts'
import { hasTooManyValues } from '../../body/too-many-values.ts'
import { callerDialects } from '../../dialects/all.ts'
import { isDeeperThan, parseObject } from '../../dialects/json.ts'
import { modelFacts } from '../../dialects/openai/models.ts'
import { SEAL_MARK } from '../../dialects/state-seals.ts'
import { MAX_DEPTH } from '../../upstream/conversion.ts'
import type { Call } from '../request/call.ts'

const MARK_BYTES = Buffer.from(SEAL_MARK)
const TOOL_CALLS_BYTES = Buffer.from('"tool_calls"')
/** Unsigned thinking blocks, as other gateways write them in Anthropic's format. */
const UNSIGNED_BYTES = [Buffer.from('"signature":""'), Buffer.from('"signature": ""')]

type BodyOfCall = Pick<Call, 'body' | 'fields'>

/**
 * Returns a passed-through call without the state of other vendors that conversions of earlier answers added to it.
 * Nearly all bodies contain none, which a byte search detects: they stay unchanged.
 */
export function withoutForeignState<C extends BodyOfCall & Pick<Call, 'endpoint'>>(call: C, model: string): C {
  const { body, endpoint } = call
  if (
    endpoint.operation !== 'chat' ||
    endpoint.form ||
    !mayHaveForeignState(body, endpoint.format, model) ||
    hasTooManyValues(body)
  )
    return call
  const request = parseObject(body.toString('utf8'))
  if (!request || isDeeperThan(MAX_DEPTH, request)) return call
  const own = callerDialects[endpoint.format].withOwnState(request, model)
  if (own === request) return call
  const written = Buffer.from(JSON.stringify(own))
  return { ...call, body: written, fields: scanFields(written) }
}

function mayHaveForeignState(body: Buffer, format: string, model: string): boolean {
  if (body.includes(MARK_BYTES)) return true
  if (format === 'anthropic') return UNSIGNED_BYTES.some((bytes) => body.includes(bytes))
  return format === 'openai' && modelFacts(model).requiresReasoning === 'always' && body.includes(TOOL_CALLS_BYTES)
}
