import { isRecord } from '#contract/is-record.ts'
import { DEFAULT_SHARED, type SharedSettings, TEMPERATURE } from '../conversation/conversation.ts'
import { isId } from './conversation-id.ts'

/** A model in a conversation; each has the messages of its own. */
export interface Lane {
  id: string
  /** "" = not chosen. */
  model: string
}

/** A conversation in the list. */
export interface Entry {
  id: string
  name: string
  /** Time of the last question, in milliseconds. */
  at: number
  lanes: readonly Lane[]
}

/** What the browser keeps of a user's conversations, apart from the messages. */
export interface Book {
  settings: SharedSettings
  /** The models chosen last: those of a new conversation. */
  lanes: readonly Lane[]
  /** Id of the conversation that was open last. */
  open: string
  /** Latest first. */
  entries: readonly Entry[]
}

export const MAX_MODELS = 3
/** Beyond this many, the conversation whose last question is oldest is deleted. */
export const MAX_ENTRIES = 50
export const FIRST_ID = 'first'
const NAME_LENGTH = 60

/** Reads what the browser has stored; anything unexpected counts as absent. */
export function readBook(stored: unknown): Book {
  const { settings, lanes, open, entries } = isRecord(stored) ? stored : {}
  return {
    settings: readSettings(settings),
    lanes: readLanes(lanes) ?? [{ id: '1', model: isRecord(settings) ? textOf(settings.model) : '' }],
    open: isId(open) ? open : FIRST_ID,
    entries: Array.isArray(entries) ? entries.flatMap(readEntry) : [],
  }
}

function readSettings(stored: unknown): SharedSettings {
  const { group, temperature, maxTokens, system, tools, schema } = isRecord(stored) ? stored : {}
  const { min, max } = TEMPERATURE
  return {
    group: textOf(group),
    temperature: typeof temperature === 'number' ? Math.min(max, Math.max(min, temperature)) : null,
    maxTokens: typeof maxTokens === 'number' || maxTokens === null ? maxTokens : DEFAULT_SHARED.maxTokens,
    system: typeof system === 'string' ? system : DEFAULT_SHARED.system,
    tools: textOf(tools),
    schema: textOf(schema),
  }
}

function readLanes(stored: unknown): Lane[] | undefined {
  if (!Array.isArray(stored)) return undefined
  const lanes = stored.flatMap((lane) =>
    isRecord(lane) && isId(lane.id) ? [{ id: lane.id, model: textOf(lane.model) }] : [],
  )
  return lanes.length > 0 ? lanes.slice(0, MAX_MODELS) : undefined
}

function readEntry(stored: unknown): Entry[] {
  if (!isRecord(stored) || !isId(stored.id)) return []
  const lanes = readLanes(stored.lanes)
  return lanes ? [{ id: stored.id, name: textOf(stored.name), at: Number(stored.at) || 0, lanes }] : []
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** Returns the models of a conversation. */
export const lanesOf = (book: Book, id: string): readonly Lane[] =>
  book.entries.find((entry) => entry.id === id)?.lanes ?? book.lanes

/** Returns the book with other models in a conversation; later conversations begin with them. */
export function withLanes(book: Book, id: string, lanes: readonly Lane[]): Book {
  return { ...book, lanes, entries: book.entries.map((entry) => (entry.id === id ? { ...entry, lanes } : entry)) }
}

/** Returns an id that no lane has: messages are stored under it. */
export function freeLaneId(lanes: readonly Lane[]): string {
  return String(1 + Math.max(0, ...lanes.map(({ id }) => Number(id) || 0)))
}

/** Returns the book after a question: its conversation is the latest, and named after its first question. */
export function withQuestion(book: Book, id: string, question: string, at: number): Book {
  const former = book.entries.find((entry) => entry.id === id)
  const entry = { id, name: former?.name || nameOf(question), at, lanes: lanesOf(book, id) }
  return {
    ...book,
    open: id,
    entries: [entry, ...book.entries.filter((other) => other !== former)].slice(0, MAX_ENTRIES),
  }
}

/** Returns the first words of a question. */
export function nameOf(question: string): string {
  const [line = ''] = question.trim().split('\n')
  return line.length > NAME_LENGTH ? `${line.slice(0, NAME_LENGTH)}…` : line
}

export function withName(book: Book, id: string, name: string): Book {
  return { ...book, entries: book.entries.map((entry) => (entry.id === id ? { ...entry, name } : entry)) }
}

export const without = (book: Book, id: string): Book => ({
  ...book,
  entries: book.entries.filter((entry) => entry.id !== id),
})

/** Returns the book with a conversation again, in its place by time. */
export const withEntry = (book: Book, entry: Entry): Book => ({
  ...book,
  entries: [...without(book, entry.id).entries, entry].toSorted((a, b) => b.at - a.at).slice(0, MAX_ENTRIES),
})
