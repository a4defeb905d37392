import { getStored, type Stored, setStored, subscribeStored } from '#web/lib/storage.ts'
import { DEFAULT_SETTINGS, type Message, type Settings, TEMPERATURE } from './conversation.ts'

/** A conversation with all its versions. */
export interface Conversation {
  /** Changes when the conversation is deleted. */
  id: string
  messages: readonly Message[]
  /** The last message of the shown branch; null at the start. */
  head: string | null
}

/** The storage of a conversation. */
export interface Keeper {
  settings: () => Settings
  conversation: () => Conversation
  /** Both return whether the storage had space. */
  keepSettings: (settings: Settings) => boolean
  keepConversation: (conversation: Conversation) => boolean
  /** Calls the listener when another tab has stored something. Returns the unsubscribe function. */
  subscribe: (listener: () => void) => () => void
}

/** Stores a user's playground data in this browser only, separately for each user. */
export function browserKeeper(userId: number): Keeper {
  const place: keyof Stored = `playground:${userId}`
  let known = getStored(place)
  const put = (part: Record<string, unknown>) => {
    known = { ...getStored(place), ...part }
    try {
      setStored(place, known)
      return true
    } catch {
      return false
    }
  }
  return {
    settings: () => readSettings(getStored(place).settings),
    conversation: () => readConversation(getStored(place).conversation),
    keepSettings: (settings) => put({ settings }),
    keepConversation: (conversation) => put({ conversation }),
    subscribe: (listener) =>
      subscribeStored(() => {
        if (getStored(place) === known) return
        known = getStored(place)
        listener()
      }),
  }
}

function readSettings(stored: unknown): Settings {
  const settings: Settings = { ...DEFAULT_SETTINGS, ...(stored as Partial<Settings> | undefined) }
  const { temperature } = settings
  if (temperature === null) return settings
  return { ...settings, temperature: Math.min(TEMPERATURE.max, Math.max(TEMPERATURE.min, temperature)) }
}

function readConversation(stored: unknown): Conversation {
  const { id = 'first', messages, head = null } = (stored ?? {}) as Partial<Conversation>
  return Array.isArray(messages) ? { id, messages, head } : { id, messages: [], head: null }
}
