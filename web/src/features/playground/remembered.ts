import { getStored, setStored } from '#web/lib/storage.ts'
import { DEFAULT_SETTINGS, type Message, type Settings } from './conversation.ts'

export interface Remembered {
  settings: Settings
  messages: Message[]
}

/** What this user last did in the playground of this browser; of another user nothing is shown. */
export function remembered(userId: number): Remembered {
  const stored = getStored('playground') as Partial<Remembered> & { userId?: number }
  if (stored.userId !== userId) return { settings: DEFAULT_SETTINGS, messages: [] }
  const messages = Array.isArray(stored.messages) ? stored.messages : []
  return { settings: { ...DEFAULT_SETTINGS, ...stored.settings }, messages: messages.map(ended) }
}

/** Keeps the conversation in this browser, and nowhere else. */
export function remember(userId: number, { settings, messages }: Remembered) {
  setStored('playground', { userId, settings, messages })
}

/** An answer that was being written when the page was left will not go on. */
const ended = (message: Message): Message => (message.state === 'writing' ? { ...message, state: 'stopped' } : message)
