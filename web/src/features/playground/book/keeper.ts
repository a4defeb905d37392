import { getStored, type Stored, subscribeStored } from '#web/lib/storage.ts'
import type { Conversation, Settings } from '../conversation/conversation.ts'
import { lanesOf } from './book.ts'
import { isStored, lanePlace, readConversation, readStoredBook } from './book-store.ts'

/** The storage of a conversation. */
export interface Keeper {
  settings: () => Settings
  conversation: () => Conversation
  /** Returns whether the storage had space. */
  keepConversation: (conversation: Conversation) => boolean
  /** Calls the listener when something else has changed what is stored. Returns the unsubscribe function. */
  subscribe: (listener: () => void) => () => void
}

/** Stores the messages of a model in this browser only, separately for each user. */
export function browserKeeper(userId: number, conversation: string, lane: string): Keeper {
  const place = lanePlace(userId, conversation, lane)
  let known = getStored(place)
  return {
    settings() {
      const book = readStoredBook(userId)
      const model = lanesOf(book, conversation).find(({ id }) => id === lane)?.model ?? ''
      return { ...book.settings, model }
    },
    conversation: () => readConversation(getStored(place)),
    keepConversation(next) {
      known = next.messages.length > 0 ? (next as unknown as Stored[typeof place]) : undefined
      return isStored(place, known)
    },
    subscribe: (listener) =>
      subscribeStored(() => {
        if (getStored(place) === known) return
        known = getStored(place)
        listener()
      }),
  }
}
