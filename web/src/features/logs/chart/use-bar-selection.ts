import { type KeyboardEvent, type PointerEvent, type RefObject, useRef, useState } from 'react'
import { barAt, type Selection } from './chart-scale.ts'

interface BarSelectionOptions {
  /** The element that holds the bars, which are buttons. */
  list: RefObject<HTMLElement | null>
  count: number
  /** Called with the bars that were chosen. */
  onChoose: (chosen: Selection) => void
}

/** Selects bars by dragging, or by arrow keys with Shift. */
export function useBarSelection({ list, count, onChoose }: BarSelectionOptions) {
  const [focused, setFocused] = useState(count - 1)
  const [selection, setSelection] = useState<Selection>()
  const [hovered, setHovered] = useState<number>()
  const dragging = useRef(false)
  const choose = (chosen: Selection) => {
    setSelection(undefined)
    onChoose(chosen)
  }
  const under = (event: PointerEvent) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    return barAt((event.clientX - left) / width, count)
  }
  const cancel = () => {
    dragging.current = false
    setSelection(undefined)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    if (event.key === 'Escape' && selection) {
      event.preventDefault()
      cancel()
    }
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      choose(selection ?? { from: focused, to: focused })
    }
    const steps = { ArrowLeft: focused - 1, ArrowRight: focused + 1, Home: 0, End: count - 1 }
    if (!(event.key in steps)) return
    event.preventDefault()
    const next = Math.min(Math.max(steps[event.key as keyof typeof steps], 0), count - 1)
    setSelection(event.shiftKey ? { from: selection?.from ?? focused, to: next } : undefined)
    setFocused(next)
    list.current?.querySelectorAll('button')[next]?.focus()
  }
  const handlers = {
    onKeyDown,
    onPointerDown(event: PointerEvent) {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      dragging.current = true
      setSelection({ from: under(event), to: under(event) })
    },
    onPointerMove(event: PointerEvent) {
      setHovered(under(event))
      if (dragging.current && selection) setSelection({ ...selection, to: under(event) })
    },
    onPointerUp(event: PointerEvent) {
      if (dragging.current && selection) choose({ ...selection, to: under(event) })
      dragging.current = false
    },
    onPointerCancel: cancel,
    onPointerLeave: () => setHovered(undefined),
  }
  /** Handlers of one bar. */
  const barHandlers = (index: number) => ({
    // Pointer events handle pointer presses; this one serves keyboard and assistive technology.
    onClick: ({ detail }: { detail: number }) => detail === 0 && choose({ from: index, to: index }),
    onFocus() {
      setFocused(index)
      setHovered(index)
    },
    onBlur: () => setHovered(undefined),
  })
  return { focused, selection, hovered, handlers, barHandlers }
}
