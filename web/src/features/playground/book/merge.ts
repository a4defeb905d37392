import type { Conversation, Message } from '../conversation/conversation.ts'
import { leadsTo } from '../conversation/line.ts'

/**
 * Merges this tab's conversation with the one stored by another tab. Nothing is lost: concurrent questions
 * become versions of each other. The shown branch stays, unless the other tab continued it. `own` is the
 * answer that this tab is receiving.
 */
export function mergeConversations(mine: Conversation, theirs: Conversation, own: string | null): Conversation {
  if (mine.id !== theirs.id) return theirs
  const others = new Map(theirs.messages.map((message) => [message.id, message]))
  const known = new Set(mine.messages.map(({ id }) => id))
  const messages = [
    ...mine.messages.map((message) => {
      const other = others.get(message.id)
      return other && message.id !== own ? furtherOf(message, other) : message
    }),
    ...theirs.messages.filter(({ id }) => !known.has(id)),
  ]
  return { id: mine.id, messages, head: leadsTo(messages, mine.head, theirs.head) ? theirs.head : mine.head }
}

/** Returns the longer version: another tab may have stored an answer while it was still streaming. */
function furtherOf(mine: Message, theirs: Message): Message {
  const [here, there] = [sizeOf(mine), sizeOf(theirs)]
  if (here !== there) return here > there ? mine : theirs
  return theirs.state === 'writing' ? mine : theirs
}

const sizeOf = ({ content, reasoning = '', toolCalls = [] }: Message) =>
  content.length + reasoning.length + toolCalls.reduce((sum, call) => sum + call.arguments.length, 0)

/** Marks answers that were still streaming when the page was left as stopped. */
export function endedMessages(messages: readonly Message[]): Message[] {
  return messages.map((message) => (message.state === 'writing' ? { ...message, state: 'stopped' } : message))
}
