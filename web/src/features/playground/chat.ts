import { createAnswering } from './answering.ts'
import { ask } from './ask.ts'
import { createChatStore } from './chat-store.ts'
import { type Message, patchMessage, type Settings } from './conversation.ts'
import { endOf } from './line.ts'
import { mergeConversations } from './merge.ts'
import type { Keeper } from './remembered.ts'

/**
 * Manages a user's conversation with a model: one answer at a time, saved while it streams, shared with other
 * tabs.
 */
export function openChat(keeper: Keeper, askModel: typeof ask = ask, nextFrame = requestAnimationFrame) {
  const store = createChatStore(keeper)
  const { state, set, change } = store
  const { answer, stop, drop } = createAnswering(store, askModel, nextFrame)

  function askUnder(parent: string | null, content: string) {
    const question: Message = { id: crypto.randomUUID(), parent, role: 'user', content, state: 'complete' }
    void answer(question.id, [question])
  }

  return {
    state,
    subscribe: store.subscribe,
    /** Follows other tabs until the page is left, which ends a running answer. Returns the cleanup function. */
    attach() {
      const stopFollowing = keeper.subscribe(() => {
        const { own } = state()
        set(mergeConversations(state(), keeper.conversation(), own))
        if (!state().messages.some(({ id }) => id === own)) drop()
      })
      return () => {
        stopFollowing()
        stop()
      }
    },
    change(patch: Partial<Settings>) {
      const settings = { ...state().settings, ...patch }
      set({ settings })
      keeper.keepSettings(settings)
    },
    send: (content: string) => askUnder(state().head, content),
    /** Asks an edited question; the former version is kept beside it. */
    askInstead(id: string, content: string) {
      const former = state().messages.find((message) => message.id === id)
      if (former) askUnder(former.parent, content)
    },
    /** Regenerates an answer; the former one is kept beside it. */
    answerAgain(id: string) {
      const former = state().messages.find((message) => message.id === id)
      if (former?.parent) void answer(former.parent)
    },
    /** Shows another version of a message and its continuation. */
    showVersion: (id: string) => change({ head: endOf(state().messages, id) }),
    stop,
    clearContext() {
      const { messages, head } = state()
      const last = messages.find(({ id }) => id === head)
      if (last) change({ messages: patchMessage(messages, last.id, { cleared: !last.cleared }) })
    },
    /** Deletes the conversation with all versions. Returns an undo function. */
    removeAll() {
      stop()
      const { messages, head } = state()
      change({ id: crypto.randomUUID(), messages: [], head: null })
      return () => change({ messages: [...messages, ...state().messages], head: state().head ?? head })
    },
  }
}
