import { useLayoutEffect } from 'react'

/** Moves the focus from a placeholder control to the control of the same id that replaces it. */
export function useHandOver(id: string | undefined): void {
  useLayoutEffect(
    () => () => {
      if (id && document.activeElement?.id === id) queueMicrotask(() => document.getElementById(id)?.focus())
    },
    [id],
  )
}
