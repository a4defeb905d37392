import { getStored, type Stored, setStored } from '#web/lib/storage.ts'
import type { Conversation } from '../conversation/conversation.ts'
import { type Book, type Entry, FIRST_ID, type Lane, readBook, withEntry, without, withQuestion } from './book.ts'

/** Where the browser keeps the list of a user's conversations, and the messages of a model in one of them. */
const bookPlace = (userId: number) => `playground:${userId}` as const
export const lanePlace = (userId: number, conversation: string, lane: string) =>
  `playground:${userId}:${conversation}:${lane}` as const

type Place = ReturnType<typeof bookPlace> | ReturnType<typeof lanePlace>

/** Stores a value, unless the browser has no room for it. Returns whether it had. */
export function isStored<P extends Place>(place: P, value: Stored[P]): boolean {
  try {
    setStored(place, value)
    return true
  } catch {
    return false
  }
}

export const readStoredBook = (userId: number): Book => readBook(getStored(bookPlace(userId)))

/** Changes the list of conversations. Messages of those that it no longer has are deleted. */
export function changeBook(userId: number, change: (book: Book) => Book): void {
  const before = readStoredBook(userId)
  const after = change(before)
  isStored(bookPlace(userId), { ...after })
  const kept = new Set(after.entries.map(({ id }) => id))
  for (const entry of before.entries) if (!kept.has(entry.id)) removeMessages(userId, entry.id, entry.lanes)
}

/** Deletes the messages of models in a conversation. Returns a function that brings them back. */
export function removeMessages(userId: number, conversation: string, lanes: readonly Lane[]): () => void {
  const places = lanes.map(({ id }) => lanePlace(userId, conversation, id))
  const former = places.map((place) => [place, getStored(place)] as const)
  for (const place of places) isStored(place, undefined)
  return () => {
    for (const [place, messages] of former) isStored(place, withFormer(readConversation(messages), getStored(place)))
  }
}

/** Puts deleted messages back beside what was said since. */
function withFormer(former: Conversation, stored: unknown) {
  const since = readConversation(stored)
  if (since.messages.length === 0) return { ...former }
  return { id: since.id, messages: [...former.messages, ...since.messages], head: since.head ?? former.head }
}

/** Deletes a conversation. Returns a function that brings it back. */
export function removeConversation(userId: number, entry: Entry): () => void {
  const putBack = removeMessages(userId, entry.id, entry.lanes)
  changeBook(userId, (book) => without(book, entry.id))
  return () => {
    changeBook(userId, (book) => withEntry(book, entry))
    putBack()
  }
}

/** Reads stored messages; anything unexpected counts as none. */
export function readConversation(stored: unknown): Conversation {
  const { id = '', messages, head = null } = (stored ?? {}) as Partial<Conversation>
  return Array.isArray(messages) ? { id, messages, head } : { id: '', messages: [], head: null }
}

/** Makes the one conversation of an earlier version the first of the list. */
export function adoptFormerConversation(userId: number): void {
  const { conversation, ...rest } = getStored(bookPlace(userId))
  if (conversation === undefined) return
  const { id, messages, head } = readConversation(conversation)
  const [question] = messages
  const book = readBook(rest)
  const [lane] = book.lanes
  if (!question || !lane) {
    isStored(bookPlace(userId), { ...book })
  } else if (isStored(lanePlace(userId, FIRST_ID, lane.id), { id: id || FIRST_ID, messages, head })) {
    isStored(bookPlace(userId), { ...withQuestion({ ...book, lanes: [lane] }, FIRST_ID, question.content, Date.now()) })
  }
}

/** Returns the ids of all files that the conversations of a user name. */
export function namedFiles(userId: number): Set<string> {
  const places = readStoredBook(userId).entries.flatMap(({ id, lanes }) =>
    lanes.map((lane) => lanePlace(userId, id, lane.id)),
  )
  const messages = places.flatMap((place) => readConversation(getStored(place)).messages)
  return new Set(messages.flatMap(({ files = [] }) => files.map(({ id }) => id)))
}
