import { useSyncExternalStore } from 'react'
import { MEDIA, useMedia } from '#web/lib/media.ts'
import type { WidthClass } from './columns.ts'

/** Size class of a list by the window's width. */
export function useWidthClass(): WidthClass {
  const phone = useMedia(MEDIA.phone)
  const wide = useMedia(MEDIA.wide)
  return phone ? 'phone' : wide ? 'wide' : 'medium'
}

/** Window width not available to a list at medium size: the narrow sidebar and the page's margins. */
const FRAME = 56 + 2 * 16

/** Px available to a list between sidebar and edge; limited only at medium size. */
export function useRoom(breadth: WidthClass): number {
  return useSyncExternalStore(onResize, () => (breadth === 'medium' ? innerWidth - FRAME : Number.POSITIVE_INFINITY))
}

function onResize(listener: () => void) {
  addEventListener('resize', listener)
  return () => removeEventListener('resize', listener)
}
