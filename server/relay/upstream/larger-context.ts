import type { Channel } from '../../registry/channels.ts'
import { upstreamModel } from './attempt.ts'

/** What decides how long a request a channel takes. */
type Server = Pick<Channel, 'type' | 'baseUrl' | 'modelMapping'>

/**
 * Whether a channel may take a request that was too long for others: it asks for another model, or another server. One
 * that asks the same server for the same model has the same limit.
 */
export function mayTakeLonger(channel: Server, refusing: readonly Server[], model: string): boolean {
  const asked = upstreamModel(channel, model)
  return !refusing.some(
    (other) =>
      other.type === channel.type && other.baseUrl === channel.baseUrl && upstreamModel(other, model) === asked,
  )
}
