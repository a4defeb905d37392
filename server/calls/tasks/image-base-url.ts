import { publicAddress } from '../../platform/options/server-address.ts'
import type { Services } from '../../services.ts'

/**
 * The base URL under which this server forwards images, if enabled: users then need not reach the drawing service
 * (this API family's path).
 */
export function imageBaseUrl(services: Pick<Services, 'options' | 'config'>): string | undefined {
  return services.options.values.MjForwardUrlEnabled ? `${publicAddress(services)}/mj/image` : undefined
}
