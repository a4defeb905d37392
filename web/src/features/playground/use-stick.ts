import { useCallback, useEffect, useRef, useState } from 'react'

/** So near to the end counts as being there. */
const NEAR = 80

/** Keeps the window at its end while the reader is there; whoever scrolled up is left in peace until they `follow`. */
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
