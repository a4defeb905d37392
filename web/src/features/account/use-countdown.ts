import { useEffect, useState } from 'react'

const ends = new Map<string, number>()

/** Seconds that are left of a waiting time, which goes on while the dialog that shows it is closed. */
export function useCountdown(name: string) {
  const secondsLeft = () => Math.max(0, Math.ceil(((ends.get(name) ?? 0) - Date.now()) / 1000))
  const [left, setLeft] = useState(secondsLeft)
  const running = left > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: the time left is read from the clock on every tick
  useEffect(() => {
    if (!running) return
    const timer = setInterval(() => setLeft(secondsLeft()), 250)
    return () => clearInterval(timer)
  }, [running])
  return {
    left,
    start(seconds: number) {
      ends.set(name, Date.now() + seconds * 1000)
      setLeft(seconds)
    },
  }
}
