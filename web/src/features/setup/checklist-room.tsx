import { type RefObject, useEffect, useLayoutEffect } from 'react'
import { setStored, useStored } from '#web/lib/storage.ts'

/** Reserves the height that the checklist had last time, so that the page does not shift when it loads. */
export function ChecklistRoom() {
  const height = useStored('checklist-room')
  return height > 0 ? <div aria-hidden className="surface" style={{ height }} /> : null
}

/** Reports that the height of a checklist is final, before the page is painted with it. */
export type OnKnown = (known: true) => void

/** Calls `onKnown` as soon as the checklist's content, or that it has none, is known. */
export function useKnown(known: boolean, onKnown: OnKnown) {
  useLayoutEffect(() => {
    if (known) onKnown(true)
  }, [known, onKnown])
}

/** No steps are left: no space is reserved on the next visit. */
export function NoChecklist() {
  useEffect(() => setStored('checklist-room', 0), [])
  return null
}

/** Stores the height of the checklist for the next visit. */
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
