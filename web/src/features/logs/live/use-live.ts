import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import { type LogRows, logsQuery, type Scope } from '../rows/log-list.ts'
import type { LogListState } from '../rows/log-search.ts'
import { newRows, useScrollState } from './scroll-state.ts'

const TICK_MS = 3000
const IDLE_MS = 30 * 60_000

/**
 * Keeps the first page of the log up to date while live mode is on, the page is visible and scrolled to the
 * top. While the reader is scrolling or selecting, new rows are held back and only counted.
 */
export function useLive(scope: Scope, state: LogListState, exact: boolean, shown: LogRows | undefined) {
  const client = useQueryClient()
  const [wanted, setWanted] = useState(false)
  const [holds, setHolds] = useState(0)
  const reading = useScrollState()
  const held = reading || holds > 0
  const possible = state.page === 1 && !state.sort
  const running = wanted && possible

  const options = logsQuery(scope, state, exact)
  const tick = useQuery({
    ...options,
    queryKey: [...options.queryKey, 'live'],
    placeholderData: undefined,
    enabled: running,
    refetchInterval: TICK_MS,
    gcTime: 0,
  })
  const fresh = running ? tick.data : undefined
  const apply = () => client.setQueryData(options.queryKey, fresh)
  const applyNow = useEffectEvent(apply)
  useEffect(() => {
    if (fresh && !held) applyNow()
  }, [fresh, held])

  useEffect(() => (wanted ? whenIdle(() => setWanted(false)) : undefined), [wanted])

  return {
    wanted,
    /** Live mode is on but unavailable on this page or in this order. */
    paused: wanted && !possible,
    running,
    toggle: () => setWanted(!wanted),
    error: running ? tick.error : null,
    waiting: held && fresh && shown ? newRows(shown, fresh) : 0,
    /** Shows the pending rows and scrolls to the top. */
    show() {
      apply()
      scrollToTop()
    },
    /** Holds back new rows until the returned function is called. */
    hold: useCallback(() => {
      setHolds((count) => count + 1)
      return () => setHolds((count) => count - 1)
    }, []),
  }
}

export type Live = ReturnType<typeof useLive>

/** Calls back after half an hour without a key or pointer press. Returns a function that stops it. */
function whenIdle(callback: () => void) {
  let timer = setTimeout(callback, IDLE_MS)
  const stop = new AbortController()
  const restart = () => {
    clearTimeout(timer)
    timer = setTimeout(callback, IDLE_MS)
  }
  for (const type of ['pointerdown', 'keydown']) document.addEventListener(type, restart, { signal: stop.signal })
  return () => {
    clearTimeout(timer)
    stop.abort()
  }
}

function scrollToTop() {
  document.querySelector('[data-row]')?.closest('section')?.scrollTo({ top: 0 })
  window.scrollTo({ top: 0 })
}
