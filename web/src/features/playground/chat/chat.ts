import type { Keeper } from '../book/keeper.ts'
import { endedMessages, mergeConversations } from '../book/merge.ts'
import { type Conversation, type Message, patchMessage, type ToolResult } from '../conversation/conversation.ts'
import { endOf } from '../conversation/line.ts'
import type { KeptFile } from '../files/file-kinds.ts'
import { ask } from '../request/ask.ts'
import { createAnswering } from './answering.ts'
import { createChatStore } from './chat-store.ts'

/**
 * Manages a user's conversation with a model: one answer at a time, saved while it streams, shared with other
 * tabs.
 */
export function openChat(keeper: Keeper, askModel: typeof ask = ask, nextFrame = requestAnimationFrame) {
  const store = createChatStore(keeper)
  const { state, set, change } = store
  const { answer, stop, drop } = createAnswering(store, keeper.settings, askModel, nextFrame)

  function askUnder(parent: string | null, said: Pick<Message, 'role' | 'content' | 'files' | 'results'>) {
    const question: Message = { id: crypto.randomUUID(), parent, state: 'complete', ...said }
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
    send: (content: string, files?: readonly KeptFile[]) =>
      askUnder(state().head, { role: 'user', content, ...(files?.length && { files }) }),
    /** Asks an edited question; the former version is kept beside it, and its files go along. */
    askInstead(id: string, content: string) {
      const former = state().messages.find((message) => message.id === id)
      if (former) askUnder(former.parent, { role: 'user', content, ...(former.files && { files: former.files }) })
    },
    /** Sends what the functions returned that an answer called. */
    sendResults: (answerId: string, results: readonly ToolResult[]) =>
      askUnder(answerId, { role: 'tool', content: '', results }),
    /** Regenerates an answer; the former one is kept beside it. */
    answerAgain(id: string) {
      const former = state().messages.find((message) => message.id === id)
      if (former?.parent) void answer(former.parent)
    },
    /** Shows another version of a message and its continuation. */
    showVersion: (id: string) => change({ head: endOf(state().messages, id) }),
    stop,
    /** Leaves what was said out of later requests, or takes it in again. */
    clearContext(cleared: boolean) {
      const { messages, head } = state()
      if (head !== null) change({ messages: patchMessage(messages, head, { cleared }) })
    },
    /** Begins with the messages of another model, as if this one had been there. */
    copy({ messages, head }: Pick<Conversation, 'messages' | 'head'>) {
      change({ id: crypto.randomUUID(), messages: endedMessages(messages), head })
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
