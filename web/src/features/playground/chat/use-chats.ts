import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react'
import type { Lane } from '../book/book.ts'
import { lineOf } from '../conversation/line.ts'
import { type Chats, openChats, summaryOf } from './chats.ts'

/** The chats of a conversation. Leaving the page ends the answers and stores what has arrived. */
export function useChats(userId: number, conversation: string, lanes: readonly Lane[]) {
  const chats = useMemo(() => openChats(userId, conversation), [userId, conversation])
  useEffect(() => {
    // `beforeunload` fires before the browser aborts the call, which would look like a failure; mobile browsers
    // fire only `pagehide`.
    const ways = ['beforeunload', 'pagehide'] as const
    for (const way of ways) addEventListener(way, chats.stop)
    return () => {
      for (const way of ways) removeEventListener(way, chats.stop)
    }
  }, [chats])
  const all = useMemo(() => lanes.map(({ id }) => chats.of(id)), [chats, lanes])
  useSyncExternalStore(
    chats.subscribe,
    useCallback(() => summaryOf(all), [all]),
  )
  const states = all.map((chat) => chat.state())
  const ends = states.map(({ messages, head }) => messages.find(({ id }) => id === head))
  return {
    chats,
    all,
    isEmpty: ends.every((end) => end === undefined),
    isWriting: states.some(({ own }) => own !== null),
    /** Another tab is receiving an answer. */
    isBusyElsewhere: states.some(({ own }, at) => own === null && ends[at]?.state === 'writing'),
    isFull: states.some(({ full }) => full),
    isAnswered: ends.every((end) => end?.role === 'assistant' && end.state === 'complete'),
    isCleared: ends.some((end) => end?.cleared === true),
  }
}

/** The state of one chat, with the branch that is shown. It is attached to the storage while the component lives. */
export function useLane(chats: Chats, lane: string) {
  const chat = chats.of(lane)
  useEffect(() => chat.attach(), [chat])
  const state = useSyncExternalStore(chat.subscribe, chat.state)
  const { messages, head } = state
  const line = useMemo(() => lineOf(messages, head), [messages, head])
  return { chat, state, line }
}
