import type { Conversation, Message } from './conversation.ts'

type Messages = readonly Message[]

const byId = (messages: Messages, id: string | null) => messages.find((message) => message.id === id)

/** Returns the messages from the first to `head`: the branch that is shown and sent. */
export function lineOf(messages: Messages, head: string | null): Message[] {
  const line: Message[] = []
  for (let at = byId(messages, head); at && !line.includes(at); at = byId(messages, at.parent)) line.unshift(at)
  return line
}

/** Returns all versions of a message, oldest first: edited questions or regenerated answers. */
export function versionsOf(messages: Messages, { parent }: Message): Message[] {
  return messages.filter((message) => message.parent === parent)
}

/** Returns the last message of the newest branch through a message. */
export function endOf(messages: Messages, id: string): string {
  const next = messages.findLast(({ parent }) => parent === id)
  return next ? endOf(messages, next.id) : id
}

/** Returns whether `to` is `from` or descends from it. Everything descends from null. */
export function leadsTo(messages: Messages, from: string | null, to: string | null): boolean {
  return from === null || lineOf(messages, to).some(({ id }) => id === from)
}

/** Returns the last question of the branch that is shown. */
export const lastQuestion = ({ messages, head }: Pick<Conversation, 'messages' | 'head'>): Message | undefined =>
  lineOf(messages, head).findLast(({ role }) => role === 'user')
