import type { Channel } from '../channels/registry.ts'
import { withoutSecrets } from '../relay/failure.ts'

/** What a platform says of a failure, without where the platform is and what lets us in. */
export function toldReason(reason: string, channel: Pick<Channel, 'baseUrl' | 'key'>): string {
  return reason && withoutSecrets({ message: reason, type: '', param: null, code: null }, channel).message
}
