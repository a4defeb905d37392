import { useSyncExternalStore } from 'react'
import type { LogRows } from '../rows/log-list.ts'

/**
 * Returns the number of fresh rows that are not among the shown ones; the totals decide when a whole page is
 * new.
 */
export function newRows(shown: LogRows, fresh: LogRows): number {
  const newest = Math.max(0, ...shown.data.map(({ id }) => id))
  const count = fresh.data.filter(({ id }) => id > newest).length
  return count < fresh.data.length ? count : Math.max(count, fresh.total - shown.total)
}

/** Returns whether the reader has scrolled down in a list or is selecting text. */
export function useScrollState() {
  const scrolled = useSyncExternalStore(onScroll, isScrolled)
  const selecting = useSyncExternalStore(onSelection, isSelecting)
  return scrolled || selecting
}

/** Scroll events do not bubble: listens in the capture phase, for the table as well as the page. */
function onScroll(listener: () => void) {
  window.addEventListener('scroll', listener, { capture: true, passive: true })
  return () => window.removeEventListener('scroll', listener, { capture: true })
}

/** Less than a row: the page may exceed a low window by this height. */
const AT_TOP_PX = 32

function isScrolled() {
  const table = document.querySelector('[data-row]')?.closest('section')
  return Math.max(window.scrollY, table?.scrollTop ?? 0) > AT_TOP_PX
}

function onSelection(listener: () => void) {
  document.addEventListener('selectionchange', listener)
  return () => document.removeEventListener('selectionchange', listener)
}

const isSelecting = () => getSelection()?.isCollapsed === false
