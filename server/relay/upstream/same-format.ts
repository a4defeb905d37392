import { type UpstreamFormat, upstreamDialects } from '../../dialects/all.ts'
import type { UpstreamDialect } from '../../dialects/dialect.ts'
import { parsedObject } from '../../dialects/json.ts'
import type { Call } from '../request/call.ts'

/** Whether a call goes out as it came, because its caller says it in the words of its upstream. */
export function isPassedOn({ endpoint, body }: Pick<Call, 'endpoint' | 'body'>, upstream: UpstreamFormat): boolean {
  if (endpoint.embeddings?.alwaysRead) return false
  if (upstream === endpoint.format) return true
  const { takesAsItIs }: UpstreamDialect = upstreamDialects[upstream]
  if (!takesAsItIs || endpoint.operation !== 'chat') return false
  const request = parsedObject(body.toString('utf8'))
  return request !== undefined && takesAsItIs(endpoint.format, request)
}
