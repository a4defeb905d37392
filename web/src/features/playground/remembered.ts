import { getStored, type Stored, setStored, subscribeStored } from '#web/lib/storage.ts'
import { DEFAULT_SETTINGS, type Message, type Settings, TEMPERATURE } from './conversation.ts'

/** A conversation with all its versions. */
export interface Conversation {
  /** Another one after the conversation was deleted. */
  id: string
  messages: readonly Message[]
  /** The last message of the line that is shown; null at the start. */
  head: string | null
}

/** Where a conversation is kept. */
export interface Keeper {
  settings: () => Settings
  conversation: () => Conversation
  /** Both answer whether there was room for it. */
  keepSettings: (settings: Settings) => boolean
  keepConversation: (conversation: Conversation) => boolean
  /** Calls back when another tab has kept something. Returns the way to stop. */
  subscribe: (listener: () => void) => () => void
}

/** Keeps what a user does in the playground in this browser and nowhere else, apart from that of other users. */
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
