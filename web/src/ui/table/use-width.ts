import { type RefObject, useLayoutEffect, useState } from 'react'

/** How many px an element is wide inside; 0 before it is drawn. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const { current } = element
    if (!current) return
    const update = () => setWidth(current.clientWidth)
    update()
    const observer = new ResizeObserver(update)
    observer.observe(current)
    return () => observer.disconnect()
  }, [element])
  return width
}
