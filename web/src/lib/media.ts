import { useCallback, useSyncExternalStore } from 'react'

/** Breakpoints of the layout; the same as in styles/tokens.css. */
export const MEDIA = {
  phone: '(max-width: 639.98px)',
  wide: '(min-width: 1280px)',
} as const

/** Whether a media query matches; updates on changes. */
export function useMedia(query: string) {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}
