import type { Channel } from '../../../formats/providers/channel.ts'
import type { RelayDeps } from '../deps/deps.ts'
import type { TaskOrder } from './submit-and-charge.ts'

/** Counts an attempt that its platform has failed, in the circuit of the order's model. */
export function countSick(
  { id, model }: TaskOrder,
  channel: Channel,
  { status, error = '' }: TaskOrder['attempts'][number],
  { services }: RelayDeps,
): void {
  const kind = status === 0 ? 'network' : status === 429 ? 'rate' : 'server'
  services.circuits.failed(channel.id, model, { kind, status, message: error, requestId: id })
}
