import { shiftCitation } from './citations.ts'
import type { AnswerPart, ChatAnswer, ChatEvent } from './conversation.ts'

/** Converts a whole answer to the events of a stream; `collectAnswer` is the inverse. */
export function answerToEvents({ choices, usage }: ChatAnswer): ChatEvent[] {
  const events = choices.flatMap(({ parts, finish, logprobs, ...ending }, choice): ChatEvent[] => {
    let calls = 0
    let length = 0
    return [
      ...(logprobs ? [{ kind: 'logprobs' as const, choice, tokens: logprobs }] : []),
      ...parts.flatMap((part) => {
        const partEvents = eventsOfPart(part, choice, () => calls++)
        if (part.kind !== 'text') return partEvents
        const cited = (part.citations ?? []).map((citation) => shiftCitation(citation, length))
        length += part.text.length
        return [...partEvents, ...cited.map((citation) => ({ kind: 'citation' as const, choice, citation }))]
      }),
      { kind: 'finish', choice, reason: finish, ...ending },
    ]
  })
  return usage ? [...events, { kind: 'usage', usage }] : events
}

function eventsOfPart(part: AnswerPart, choice: number, nextCall: () => number): ChatEvent[] {
  switch (part.kind) {
    case 'text':
    case 'refusal':
      return [{ kind: part.kind, choice, text: part.text }]
    case 'reasoning': {
      const { text, state } = part
      const thought: ChatEvent[] = text ? [{ kind: 'reasoning', choice, text }] : []
      return state ? [...thought, { kind: 'state', choice, state }] : thought
    }
    case 'image':
    case 'audio':
      return 'data' in part.source ? [{ kind: part.kind, choice, source: part.source }] : []
    case 'tool_call': {
      const { kind, arguments: text, ...call } = part
      const index = nextCall()
      return [
        { kind, choice, index, ...call },
        { kind: 'arguments', choice, index, text },
      ]
    }
  }
}
