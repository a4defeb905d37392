import { useCallback, useEffect, useRef, useState } from 'react'

/** Pixels from the end that still count as being at the end. */
const NEAR = 80

/** Keeps the window scrolled to its end while the user is there; after scrolling up it stays put until `follow`. */
export function useStick() {
  const [away, setAway] = useState(false)
  const stuck = useRef(true)
  useEffect(() => {
    const look = () => {
      const { scrollHeight, clientHeight, scrollTop } = document.documentElement
      stuck.current = scrollHeight - clientHeight - scrollTop < NEAR
      setAway(!stuck.current)
    }
    addEventListener('scroll', look, { passive: true })
    return () => removeEventListener('scroll', look)
  }, [])
  const follow = () => {
    stuck.current = true
  }
  const toEnd = useCallback(() => scrollTo({ top: document.documentElement.scrollHeight }), [])
  /** Call it after the content has changed. */
  const onContent = useCallback(() => {
    if (stuck.current) toEnd()
  }, [toEnd])
  return { away, toEnd, follow, onContent }
}
