import { type RefObject, useEffect } from 'react'

/** Marks a scroll container with `data-overflow` while it is wider inside than outside. */
export function useOverflow(container: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const element = container.current
    if (!element) return
    const mark = () => element.toggleAttribute('data-overflow', element.scrollWidth > element.clientWidth + 1)
    const observer = new ResizeObserver(mark)
    observer.observe(element)
    for (const child of element.children) observer.observe(child)
    return () => observer.disconnect()
  }, [container])
}
