import type { Keeper } from '../book/keeper.ts'
import { endedMessages, mergeConversations } from '../book/merge.ts'
import type { Conversation } from '../conversation/conversation.ts'
import type { ChatRequest } from '../request/request-of.ts'

/** The request of an answer and the response events. */
export interface Exchange {
  request: ChatRequest
  events: string[]
}

export interface ChatState extends Conversation {
  exchanges: ReadonlyMap<string, Exchange>
  /** Id of the answer that this tab is receiving. */
  own: string | null
  /** The browser storage is full: the conversation lasts only as long as the page. */
  full: boolean
}

export type ChatStore = ReturnType<typeof createChatStore>

/** Holds the state of a chat, beginning with what the browser has stored, and tells listeners of changes. */
export function createChatStore(keeper: Keeper) {
  const { id, messages, head } = keeper.conversation()
  let state: ChatState = {
    ...{ id, head, messages: endedMessages(messages) },
    exchanges: new Map(),
    own: null,
    full: false,
  }
  const listeners = new Set<() => void>()

  function set(patch: Partial<ChatState>) {
    state = { ...state, ...patch }
    for (const listener of listeners) listener()
  }
  function keep() {
    const stored = keeper.conversation()
    if (state.id === '') set({ id: crypto.randomUUID() })
    const mine = { id: state.id, messages: state.messages, head: state.head }
    const messages = stored.id === mine.id ? mergeConversations(mine, stored, state.own).messages : mine.messages
    const full = !keeper.keepConversation({ ...mine, messages })
    if (full !== state.full) set({ full })
  }
  return {
    state: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Changes the state of this page alone. */
    set,
    /** Changes the state, and stores the conversation. */
    change(patch: Partial<ChatState>) {
      set(patch)
      keep()
    },
  }
}
