import { lazy, Suspense, useEffect, useState } from 'react'
import { nothingOnFailure } from '#web/lib/lazy/optional-load.ts'

const SHOW_MS = 400
const HIDE_MS = 120

interface Tip {
  anchor: Element
  text: string
}

// Optional: the page works without it when loading fails.
const TooltipPopup = lazy(nothingOnFailure<Tip>(() => import('./tooltip-popup.tsx')))

/** Shows the tooltip of the hovered or focused element. The popup's code loads with the first tooltip. */
export function TooltipHost() {
  const [shown, setShown] = useState<Tip | null>(null)
  useEffect(() => watchTips(setShown), [])
  if (!shown) return null
  return (
    <Suspense>
      <TooltipPopup {...shown} />
    </Suspense>
  )
}

function watchTips(show: (tip: Tip | null) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const soon = (next: Tip | null, delay: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => show(next), delay)
  }
  const stop = new AbortController()
  const listen = <K extends keyof DocumentEventMap>(type: K, handle: (event: DocumentEventMap[K]) => void) =>
    document.addEventListener(type, handle, { signal: stop.signal, capture: true })

  listen('pointerover', ({ target, pointerType }) => {
    if (pointerType === 'touch' || isPopup(target)) return clearTimeout(timer)
    const found = findTip(target)
    soon(found, found ? SHOW_MS : HIDE_MS)
  })
  // Escape was the last thing that was pressed. What it closes restores the focus, on a slow machine much later.
  let hasEscaped = false
  listen('focusin', ({ target }) => {
    // No tooltip for a focus restored by Escape: it may cover the next element.
    if (hasEscaped) return
    if (target instanceof Element && target.matches(':focus-visible')) soon(findTip(target), 0)
  })
  listen('focusout', () => soon(null, HIDE_MS))
  // Touch has no hover: a tap on a disabled control shows its reason.
  listen('click', ({ target }) => {
    const found = findTip(target)
    const inert = found && !found.anchor.matches('button:not([aria-disabled=true]), a, input, select')
    soon(inert ? found : null, 0)
  })
  listen('pointerdown', () => {
    hasEscaped = false
  })
  listen('keydown', ({ key }) => {
    hasEscaped = key === 'Escape'
    if (hasEscaped) soon(null, 0)
  })
  listen('scroll', () => soon(null, 0))
  return () => {
    clearTimeout(timer)
    stop.abort()
  }
}

function findTip(target: EventTarget | null): Tip | null {
  const anchor = target instanceof Element ? target.closest('[data-tip]') : null
  const text = anchor?.getAttribute('data-tip')
  if (anchor?.hasAttribute('data-tip-if-cut') && anchor.scrollWidth <= anchor.clientWidth) return null
  return anchor && text ? { anchor, text } : null
}

function isPopup(target: EventTarget | null) {
  return target instanceof Element && target.closest('[role=tooltip]') !== null
}
