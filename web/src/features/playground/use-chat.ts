import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { openChat } from './chat.ts'
import { requestOf } from './conversation.ts'
import { lineOf } from './line.ts'
import { browserKeeper } from './remembered.ts'

/** The conversation of a user with a model. Leaving the page ends the answer and stores what has arrived. */
export function useChat(userId: number) {
  const chat = useMemo(() => openChat(browserKeeper(userId)), [userId])
  useEffect(() => {
    // `beforeunload` fires before the browser aborts the call, which would look like a failure; mobile browsers
    // fire only `pagehide`.
    const ways = ['beforeunload', 'pagehide'] as const
    for (const way of ways) addEventListener(way, chat.stop)
    const leave = chat.attach()
    return () => {
      for (const way of ways) removeEventListener(way, chat.stop)
      leave()
    }
  }, [chat])
  const state = useSyncExternalStore(chat.subscribe, chat.state)
  const { messages, head, settings, exchanges } = state
  const line = useMemo(() => lineOf(messages, head), [messages, head])
  return {
    ...chat,
    ...state,
    line,
    isWriting: state.own !== null,
    /** Another tab is receiving the last answer. */
    isBusyElsewhere: state.own === null && line.at(-1)?.state === 'writing',
    /**
     * Returns the exchange behind an answer of this visit; for an earlier one, the request that would be sent now.
     */
    exchangeOf(id: string) {
      const before = line.slice(
        0,
        line.findIndex((message) => message.id === id),
      )
      return exchanges.get(id) ?? { request: requestOf(settings, before) }
    },
  }
}
