import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'

/** Scrolls to the section or option named in the URL's hash once it is rendered, and focuses it. */
export function useShownPart() {
  const hash = useLocation({ select: (location) => location.hash })
  useEffect(() => {
    const part = hash ? document.getElementById(hash) : null
    if (!part) return
    part.scrollIntoView({ block: 'start' })
    const entry = part.querySelector<HTMLElement>('h2, input, textarea, select') ?? part
    // Parts without a heading or input receive focus themselves.
    if (entry === part) part.tabIndex = -1
    entry.focus({ preventScroll: true })
  }, [hash])
}
