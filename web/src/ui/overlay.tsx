import { type ReactNode, Suspense, useSyncExternalStore } from 'react'

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
  return useSyncExternalStore(subscribe, () => open).map(({ id, node }) => <Suspense key={id}>{node}</Suspense>)
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
