import { CatchBoundary, useRouter } from '@tanstack/react-router'
import i18next from 'i18next'
import { type ReactNode, Suspense, useEffect, useLayoutEffect, useSyncExternalStore } from 'react'
import { toast } from '../toast/toast.tsx'

/** Renders an overlay; it calls `close` with its result. */
type Draw<T> = (close: (answer: T) => void) => ReactNode

interface Open {
  id: number
  node: ReactNode
  close: () => void
  /** Removes an overlay that cannot be rendered, as if closed without a result. */
  giveUp: () => void
}

let open: readonly Open[] = []
let lastId = 0
const listeners = new Set<() => void>()

/**
 * Opens a dialog from anywhere, and resolves with its result when it closes. When its code cannot be loaded, shows
 * a message and resolves with undefined.
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

/** Id of the overlay opened last, to detect that another one was opened since. */
export const lastOverlay = () => lastId

/** Renders the overlays. Mounted once, inside the router so that they may contain links. */
export function OverlayHost() {
  useCloseWithPage()
  return useSyncExternalStore(subscribe, () => open).map(({ id, node, giveUp }) => (
    <CatchBoundary key={id} getResetKey={() => id} errorComponent={Nothing} onCatch={giveUp}>
      <Suspense fallback={<OnItsWay />}>{node}</Suspense>
    </CatchBoundary>
  ))
}

/** Closes open overlays without a result when the page is left by browser navigation or an expired session. */
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

/** Blocks input while an overlay's code is loading: a second press would open it twice. */
function OnItsWay() {
  useLayoutEffect(() => {
    const swallow = (event: Event) => {
      // Browser shortcuts stay enabled, so that the user can always leave.
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
