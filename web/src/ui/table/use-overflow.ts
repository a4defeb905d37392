import { type RefObject, useEffect } from 'react'

/**
 * Marks a scroll container with `data-overflow` while it is wider inside than outside, and its numbers that pinned cells
 * or the edge half cover (see `seenStyle`).
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
  // Columns may change places within the same width.
  useEffect(() => {
    if (container.current) mark(container.current)
  })
}

/** For a column's numbers: nothing shows while a part of them is covered, which would read as another number. */
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

/** Whether a box shows only in part between two edges; half a pixel of rounding does not count. */
export const isCut = (box: { left: number; right: number }, from: number, to: number) =>
  (box.left < from - 0.5 && box.right > from + 0.5) || (box.right > to + 0.5 && box.left < to - 0.5)
