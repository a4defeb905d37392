import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { openChat } from './chat.ts'
import { requestOf } from './conversation.ts'
import { lineOf } from './line.ts'
import { browserKeeper } from './remembered.ts'

/** The conversation of a user with a model. Leaving the page ends an answer and keeps what came of it. */
export function useChat(userId: number) {
  const chat = useMemo(() => openChat(browserKeeper(userId)), [userId])
  useEffect(() => {
    // The first comes before the browser breaks off the call, which would look like a failure; phones have only the second.
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
    /** Another tab writes the last answer. */
    isBusyElsewhere: state.own === null && line.at(-1)?.state === 'writing',
    /** How an answer of this visit came about; of an earlier one, the call that would be made for it now. */
    exchangeOf(id: string) {
      const before = line.slice(
        0,
        line.findIndex((message) => message.id === id),
      )
      return exchanges.get(id) ?? { request: requestOf(settings, before) }
    },
  }
}
