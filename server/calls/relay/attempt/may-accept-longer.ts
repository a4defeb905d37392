import type { Channel } from '../../../formats/providers/channel.ts'
import { upstreamModel } from '../../upstream/upstream-model.ts'

/** The channel's properties on which its maximum request length depends. */
type ChannelServer = Pick<Channel, 'type' | 'baseUrl' | 'modelMapping'>

/**
 * Whether a channel may accept a request that was too long for others: it uses another model, or another server.
 * The same model on the same server has the same limit.
 */
export function mayAcceptLonger(channel: ChannelServer, refusing: readonly ChannelServer[], model: string): boolean {
  const requested = upstreamModel(channel, model)
  return !refusing.some(
    (other) =>
      other.type === channel.type && other.baseUrl === channel.baseUrl && upstreamModel(other, model) === requested,
  )
}
