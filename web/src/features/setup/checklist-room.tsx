import { type RefObject, useEffect, useLayoutEffect } from 'react'
import { setStored, useStored } from '#web/lib/storage.ts'

/** Holds the place of the checklist that was here last time, so that nothing moves when it comes. */
export function ChecklistRoom() {
  const height = useStored('checklist-room')
  return height > 0 ? <div aria-hidden className="rounded-card border border-line" style={{ height }} /> : null
}

/** Tells that a checklist has its height, before the page is painted with it. */
export type OnKnown = (known: true) => void

/** Calls `onKnown` as soon as it is known what a checklist shows, or that it shows nothing. */
export function useKnown(known: boolean, onKnown: OnKnown) {
  useLayoutEffect(() => {
    if (known) onKnown(true)
  }, [known, onKnown])
}

/** Nothing is left to do: the next time no place is held. */
export function NoChecklist() {
  useEffect(() => setStored('checklist-room', 0), [])
  return null
}

/** Remembers how high the checklist is, for the next time. */
export function useRememberedRoom(card: RefObject<HTMLElement | null>) {
  useEffect(() => {
    if (!card.current) return
    const watch = new ResizeObserver(([entry]) => {
      const height = entry?.borderBoxSize[0]?.blockSize
      if (height) setStored('checklist-room', height)
    })
    watch.observe(card.current)
    return () => watch.disconnect()
  }, [card])
}
