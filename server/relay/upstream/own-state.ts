import { scanFields } from '../../body/scan-fields.ts'
import { isCrowded } from '../../body/too-many-values.ts'
import { callerDialects } from '../../dialects/all.ts'
import { isDeeperThan, parsedObject } from '../../dialects/json.ts'
import { modelFacts } from '../../dialects/openai/models.ts'
import { MARK } from '../../dialects/seals.ts'
import { MOST_DEPTH } from '../../upstream/conversion.ts'
import type { Call } from '../request/call.ts'

const MARK_BYTES = Buffer.from(MARK)
const TOOL_CALLS_BYTES = Buffer.from('"tool_calls"')
/** Thoughts that no vendor signed, as other gateways write them in Anthropic's format. */
const UNSIGNED_BYTES = [Buffer.from('"signature":""'), Buffer.from('"signature": ""')]

type Sent = Pick<Call, 'body' | 'fields'>

/**
 * A call that passes through, without the state of other vendors that conversions of earlier answers put into it. Nearly
 * all bodies have none, which a search over their bytes tells: they stay as they are.
 */
export function withOwnState<C extends Sent & Pick<Call, 'endpoint'>>(call: C, model: string): C {
  const { body, endpoint } = call
  if (endpoint.operation !== 'chat' || endpoint.form || !mayNeedChange(body, endpoint.format, model) || isCrowded(body))
    return call
  const request = parsedObject(body.toString('utf8'))
  if (!request || isDeeperThan(MOST_DEPTH, request)) return call
  const own = callerDialects[endpoint.format].withOwnState(request, model)
  if (own === request) return call
  const written = Buffer.from(JSON.stringify(own))
  return { ...call, body: written, fields: scanFields(written) }
}

function mayNeedChange(body: Buffer, format: string, model: string): boolean {
  if (body.includes(MARK_BYTES)) return true
  if (format === 'anthropic') return UNSIGNED_BYTES.some((bytes) => body.includes(bytes))
  return format === 'openai' && modelFacts(model).wantsReasoning === 'always' && body.includes(TOOL_CALLS_BYTES)
}
