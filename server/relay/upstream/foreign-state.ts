import { type ScannedBody, scanFields } from '../../body/scan-fields.ts'
import { hasTooManyValues } from '../../body/too-many-values.ts'
import { callerDialects } from '../../dialects/all.ts'
import { isDeeperThan, parseObject } from '../../dialects/json.ts'
import { modelFacts } from '../../dialects/openai/models.ts'
import { SEAL_MARK } from '../../dialects/state-seals.ts'
import type { RelayEndpoint } from '../../endpoints/endpoints.ts'
import { MAX_DEPTH } from '../../upstream/conversion.ts'

const MARK_BYTES = Buffer.from(SEAL_MARK)
const TOOL_CALLS_BYTES = Buffer.from('"tool_calls"')
/** Unsigned thinking blocks, as other gateways write them in Anthropic's format. */
const UNSIGNED_BYTES = [Buffer.from('"signature":""'), Buffer.from('"signature": ""')]

/**
 * Returns a passed-through body without the state of other vendors that conversions of earlier answers added to it.
 * Nearly all bodies contain none, which a byte search detects: they stay unchanged.
 */
export function withoutForeignState(endpoint: RelayEndpoint, body: ScannedBody, model: string): ScannedBody {
  const { bytes } = body
  if (
    endpoint.operation !== 'chat' ||
    endpoint.form ||
    !mayHaveForeignState(bytes, endpoint.format, model) ||
    hasTooManyValues(bytes)
  )
    return body
  const request = parseObject(bytes.toString('utf8'))
  if (!request || isDeeperThan(MAX_DEPTH, request)) return body
  const own = callerDialects[endpoint.format].withOwnState(request, model)
  if (own === request) return body
  const written = Buffer.from(JSON.stringify(own))
  return { bytes: written, fields: scanFields(written) }
}

function mayHaveForeignState(bytes: Buffer, format: string, model: string): boolean {
  if (bytes.includes(MARK_BYTES)) return true
  if (format === 'anthropic') return UNSIGNED_BYTES.some((mark) => bytes.includes(mark))
  return format === 'openai' && modelFacts(model).requiresReasoning === 'always' && bytes.includes(TOOL_CALLS_BYTES)
}
