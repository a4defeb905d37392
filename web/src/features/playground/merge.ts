import type { Message } from './conversation.ts'
import { leadsTo } from './line.ts'
import type { Conversation } from './remembered.ts'

/**
 * What this tab has together with what another one has kept. Nothing is lost: questions that both asked are versions of
 * each other. The line that is shown stays, unless the other tab went on with it. `own` is the answer that comes here.
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

/** A tab may have kept an answer while another one was still writing it. */
function furtherOf(mine: Message, theirs: Message): Message {
  const [here, there] = [sizeOf(mine), sizeOf(theirs)]
  if (here !== there) return here > there ? mine : theirs
  return theirs.state === 'writing' ? mine : theirs
}

const sizeOf = ({ content, reasoning = '' }: Message) => content.length + reasoning.length

/** Without the answers that were being written when the page was left: they will not go on. */
export function endedMessages(messages: readonly Message[]): Message[] {
  return messages.map((message) => (message.state === 'writing' ? { ...message, state: 'stopped' } : message))
}
