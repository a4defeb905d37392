import { useSyncExternalStore } from 'react'
import { MEDIA, useMedia } from '#web/lib/media.ts'
import { getStored, setStored, useStored } from '#web/lib/storage.ts'
import type { WidthClass } from './columns.ts'
import { type ColumnChoice, noChoice } from './columns.ts'

/** The user's column settings of one list, and a setter; `null` restores the defaults. */
export function useColumnChoice(listId: string) {
  const choice = readChoice(useStored('columns')[listId])
  const change = (patch: Partial<ColumnChoice> | null) => {
    const { [listId]: stored, ...others } = getStored('columns')
    setStored('columns', patch ? { ...others, [listId]: { ...readChoice(stored), ...patch } } : others)
  }
  return [choice, change] as const
}

/** Reads stored settings, possibly of an older version: invalid parts are dropped. */
export function readChoice(stored: unknown): ColumnChoice {
  if (typeof stored !== 'object' || stored === null) return noChoice
  const { shown, order, widths } = stored as Record<string, unknown>
  return {
    shown: entriesOf(shown, (value) => typeof value === 'boolean'),
    order: Array.isArray(order) ? order.filter((id) => typeof id === 'string') : [],
    widths: entriesOf(widths, (value) => typeof value === 'number' && value > 0),
  }
}

function entriesOf<T>(record: unknown, fits: (value: unknown) => boolean) {
  const entries = typeof record === 'object' && record !== null ? Object.entries(record) : []
  return Object.fromEntries(entries.filter(([, value]) => fits(value))) as Record<string, T>
}

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
