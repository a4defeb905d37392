import { browserKeeper } from '../book/keeper.ts'
import { openChat } from './chat.ts'

export type Chat = ReturnType<typeof openChat>
export type Chats = ReturnType<typeof openChats>

/** The chats of a conversation, one for each model, and whether one of them is being answered. */
export function openChats(userId: number, conversation: string) {
  const chats = new Map<string, Chat>()
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of listeners) listener()
  }
  /** Returns the chat of a model; it opens when it is first asked for. */
  function of(lane: string): Chat {
    const known = chats.get(lane)
    if (known) return known
    const chat = openChat(browserKeeper(userId, conversation, lane))
    chat.subscribe(tell)
    chats.set(lane, chat)
    return chat
  }
  return {
    of,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    stop() {
      for (const chat of chats.values()) chat.stop()
    },
  }
}

/** What the page shows of all chats together, as a text: it changes rarely, while answers change on every frame. */
export function summaryOf(chats: readonly Chat[]): string {
  return chats
    .map((chat) => {
      const { own, full, head, messages } = chat.state()
      const last = messages.find(({ id }) => id === head)
      return [own ?? '', full, head ?? '', last?.state ?? '', last?.cleared ?? false].join(' ')
    })
    .join('\n')
}
