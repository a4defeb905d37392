import { useSyncExternalStore } from 'react'
import { MEDIA, useMedia } from '#web/lib/media.ts'
import type { Breadth } from './columns.ts'

/** How much room a list has, by the width of the window. */
export function useBreadth(): Breadth {
  const phone = useMedia(MEDIA.phone)
  const wide = useMedia(MEDIA.wide)
  return phone ? 'phone' : wide ? 'wide' : 'medium'
}

/** What of the window is no list at medium breadth: the narrow sidebar and the page's margins. */
const FRAME = 56 + 2 * 16

/** Px that a list has between sidebar and edge where it has to economise: at medium breadth. */
export function useRoom(breadth: Breadth): number {
  return useSyncExternalStore(onResize, () => (breadth === 'medium' ? innerWidth - FRAME : Number.POSITIVE_INFINITY))
}

function onResize(listener: () => void) {
  addEventListener('resize', listener)
  return () => removeEventListener('resize', listener)
}
