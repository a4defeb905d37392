import { publicAddress } from '../../platform/options/server-address.ts'
import type { Platform } from '../../platform/platform.ts'

/**
 * The base URL under which this server forwards images, if enabled: users then need not reach the drawing service
 * (this API family's path).
 */
export function imageBaseUrl(services: Pick<Platform, 'options' | 'config'>): string | undefined {
  return services.options.values.MjForwardUrlEnabled ? `${publicAddress(services)}/mj/image` : undefined
}
