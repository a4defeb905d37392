import { useCallback, useEffect, useRef, useState } from 'react'

/** Pixels from the end that still count as being at the end. */
const NEAR = 80

/** Keeps the window scrolled to its end while the user is there; after scrolling up it stays put until `follow`. */
export function useStick(content: unknown) {
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows the content
  useEffect(() => {
    if (stuck.current) toEnd()
  }, [content, toEnd])
  return { away, toEnd, follow }
}
