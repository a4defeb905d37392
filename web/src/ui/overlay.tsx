import { type ReactNode, Suspense, useLayoutEffect, useSyncExternalStore } from 'react'

/** Draws an overlay; it calls `close` with its answer. */
type Draw<T> = (close: (answer: T) => void) => ReactNode

interface Open {
  id: number
  node: ReactNode
}

let open: readonly Open[] = []
let lastId = 0
const listeners = new Set<() => void>()

/** Puts a dialog on the screen from anywhere, and resolves with its answer when it closes. */
export function openOverlay<T>(draw: Draw<T>): Promise<T> {
  return new Promise((resolve) => {
    lastId += 1
    const id = lastId
    const close = (answer: T) => {
      publish(open.filter((overlay) => overlay.id !== id))
      resolve(answer)
    }
    publish([...open, { id, node: draw(close) }])
  })
}

/** Changes with every overlay that opens: whether another one came up since. */
export const lastOverlay = () => lastId

/** Where overlays appear. Mounted once, inside the router so that they may contain links. */
export function OverlayHost() {
  return useSyncExternalStore(subscribe, () => open).map(({ id, node }) => (
    <Suspense key={id} fallback={<OnItsWay />}>
      {node}
    </Suspense>
  ))
}

const PRESSES = ['pointerdown', 'mousedown', 'click', 'dblclick', 'keydown'] as const

/** While an overlay's code is loading nothing can be pressed: a second press would open, and do, the same again. */
function OnItsWay() {
  useLayoutEffect(() => {
    const swallow = (event: Event) => {
      // The browser's own keys still work, so that nobody is caught.
      if (event instanceof KeyboardEvent && event.key !== 'Enter' && (event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    for (const press of PRESSES) window.addEventListener(press, swallow, true)
    return () => {
      for (const press of PRESSES) window.removeEventListener(press, swallow, true)
    }
  }, [])
  return <div className="fixed inset-0 z-40 cursor-progress" />
}

function publish(next: readonly Open[]) {
  open = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
