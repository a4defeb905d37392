import type { Message } from './conversation.ts'

type Messages = readonly Message[]

const byId = (messages: Messages, id: string | null) => messages.find((message) => message.id === id)

/** The messages that lead to `head`, the first one first: what is shown, and what is sent. */
export function lineOf(messages: Messages, head: string | null): Message[] {
  const line: Message[] = []
  for (let at = byId(messages, head); at && !line.includes(at); at = byId(messages, at.parent)) line.unshift(at)
  return line
}

/** All versions of a message, the oldest first: asked differently, or answered again. */
export function versionsOf(messages: Messages, { parent }: Message): Message[] {
  return messages.filter((message) => message.parent === parent)
}

/** The end of the newest line through a message. */
export function endOf(messages: Messages, id: string): string {
  const next = messages.findLast(({ parent }) => parent === id)
  return next ? endOf(messages, next.id) : id
}

/** Whether one message leads to another, or is the same. Everything leads on from nothing. */
export function leadsTo(messages: Messages, from: string | null, to: string | null): boolean {
  return from === null || lineOf(messages, to).some(({ id }) => id === from)
}
