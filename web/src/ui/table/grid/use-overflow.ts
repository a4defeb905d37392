import { type RefObject, useEffect } from 'react'

/**
 * Sets `data-overflow` on a scroll container whose content is wider, and hides numbers that are partly covered by
 * pinned cells or the edge (see `seenStyle`).
 */
export function useOverflow(container: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const element = container.current
    if (!element) return
    const update = () => mark(element)
    const observer = new ResizeObserver(update)
    observer.observe(element)
    for (const child of element.children) observer.observe(child)
    element.addEventListener('scroll', update, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', update)
    }
  }, [container])
  // Columns may be reordered within the same width.
  useEffect(() => {
    if (container.current) mark(container.current)
  })
}

/** Style of a column's numbers: hidden while partly covered, since a cut number would read as another one. */
export const seenStyle = (column: string) => ({ opacity: `var(--seen-${column}, 1)` })

function mark(element: HTMLElement) {
  element.toggleAttribute('data-overflow', element.scrollWidth > element.clientWidth + 1)
  const heads = [...element.querySelectorAll<HTMLElement>('thead [data-column]')]
  const pinned = (side: string) => heads.filter((head) => head.dataset.pin === side)
  const { left } = element.getBoundingClientRect()
  const from = pinned('start').at(-1)?.getBoundingClientRect().right ?? left
  const to = pinned('end')[0]?.getBoundingClientRect().left ?? left + element.clientWidth
  for (const head of heads) {
    const cut = head.dataset.pin === undefined && isCut(head.getBoundingClientRect(), from, to)
    if (cut) element.style.setProperty(`--seen-${head.dataset.column}`, '0')
    else element.style.removeProperty(`--seen-${head.dataset.column}`)
  }
}

/** Whether a box is partly hidden between two edges, with half a pixel of tolerance. */
export const isCut = (box: { left: number; right: number }, from: number, to: number) =>
  (box.left < from - 0.5 && box.right > from + 0.5) || (box.right > to + 0.5 && box.left < to - 0.5)
