import { useSyncExternalStore } from 'react'
import { MEDIA, useMedia } from '#web/lib/media.ts'
import type { WidthClass } from './columns.ts'

/** Size class of a list by the window's width. */
export function useWidthClass(): WidthClass {
  const phone = useMedia(MEDIA.phone)
  const wide = useMedia(MEDIA.wide)
  return phone ? 'phone' : wide ? 'wide' : 'medium'
}

/** Window width not available to a list: the sidebar, narrow at medium size, the page's margins, and a scrollbar. */
const FRAMES = { phone: 0, medium: 56 + 2 * 16, wide: 220 + 2 * 16 + 15 } satisfies Record<WidthClass, number>

/** Px available to a list between sidebar and edge. */
export function useRoom(breadth: WidthClass): number {
  return useSyncExternalStore(onResize, () => innerWidth - FRAMES[breadth])
}

function onResize(listener: () => void) {
  addEventListener('resize', listener)
  return () => removeEventListener('resize', listener)
}
