import type { ScannedBody } from '../../../formats/body/scan-fields.ts'
import { type UpstreamFormat, upstreamDialects } from '../../../formats/dialects/all.ts'
import type { UpstreamDialect } from '../../../formats/dialects/dialect.ts'
import { parseObject } from '../../../formats/dialects/json.ts'
import type { RelayEndpoint } from '../../../formats/endpoints/endpoints.ts'

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
