import { CatchBoundary, useRouter } from '@tanstack/react-router'
import i18next from 'i18next'
import { type ReactNode, Suspense, useEffect, useLayoutEffect, useSyncExternalStore } from 'react'
import { toast } from './toast.tsx'

/** Draws an overlay; it calls `close` with its answer. */
type Draw<T> = (close: (answer: T) => void) => ReactNode

interface Open {
  id: number
  node: ReactNode
  close: () => void
  /** Takes it off the screen when it cannot be drawn, as if it had been closed without an answer. */
  giveUp: () => void
}

let open: readonly Open[] = []
let lastId = 0
const listeners = new Set<() => void>()

/**
 * Puts a dialog on the screen from anywhere, and resolves with its answer when it closes; with undefined, and a message,
 * when it cannot be drawn: its code may be out of reach.
 */
export function openOverlay<T>(draw: Draw<T>): Promise<T | undefined> {
  return new Promise((resolve) => {
    lastId += 1
    const id = lastId
    const close = (answer?: T) => {
      publish(open.filter((overlay) => overlay.id !== id))
      resolve(answer)
    }
    const giveUp = () => {
      close()
      toast.error(i18next.t('shell:failure.part'))
    }
    publish([...open, { id, node: draw(close), close, giveUp }])
  })
}

/** Changes with every overlay that opens: whether another one came up since. */
export const lastOverlay = () => lastId

/** Where overlays appear. Mounted once, inside the router so that they may contain links. */
export function OverlayHost() {
  useCloseWithPage()
  return useSyncExternalStore(subscribe, () => open).map(({ id, node, giveUp }) => (
    <CatchBoundary key={id} getResetKey={() => id} errorComponent={Nothing} onCatch={giveUp}>
      <Suspense fallback={<OnItsWay />}>{node}</Suspense>
    </CatchBoundary>
  ))
}

/** Closes, without an answer, what is open over a page that is left by the browser's buttons, or for want of a session. */
function useCloseWithPage() {
  const { history } = useRouter()
  useEffect(() => {
    let path = history.location.pathname
    return history.subscribe(({ location: { pathname }, action: { type } }) => {
      const isLeft = pathname !== path
      path = pathname
      if (!isLeft || (/^(?:PUSH|REPLACE)$/.test(type) && pathname !== '/login')) return
      for (const { close } of open) close()
    })
  }, [history])
}

const Nothing = () => null

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
