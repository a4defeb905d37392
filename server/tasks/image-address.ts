import { publicAddress } from '../options/server-address.ts'
import type { Services } from '../services.ts'

/** Where this server hands out images, if it does: users then need not reach the drawing service (family's path). */
export function imageAddress(services: Pick<Services, 'options' | 'config'>): string | undefined {
  return services.options.values.MjForwardUrlEnabled ? `${publicAddress(services)}/mj/image` : undefined
}
