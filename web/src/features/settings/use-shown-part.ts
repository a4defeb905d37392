import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'

/** Goes to the section or option that the address names behind its `#`, once it is there, and puts the focus into it. */
export function useShownPart() {
  const hash = useLocation({ select: (location) => location.hash })
  useEffect(() => {
    const part = hash ? document.getElementById(hash) : null
    if (!part) return
    part.scrollIntoView({ block: 'start' })
    const entry = part.querySelector<HTMLElement>('h2, input, textarea, select') ?? part
    // What has nothing to type into is read from its beginning.
    if (entry === part) part.tabIndex = -1
    entry.focus({ preventScroll: true })
  }, [hash])
}
