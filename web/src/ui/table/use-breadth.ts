import { MEDIA, useMedia } from '#web/lib/media.ts'
import type { Breadth } from './columns.ts'

/** How much room a list has, by the width of the window. */
export function useBreadth(): Breadth {
  const phone = useMedia(MEDIA.phone)
  const wide = useMedia(MEDIA.wide)
  return phone ? 'phone' : wide ? 'wide' : 'medium'
}
