import { addCitation } from './citations.ts'
import type { AnswerPart, ChatAnswer, ChatEvent, FinishReason, TokenLogprob, ToolCallPart } from './conversation.ts'
import { Unreadable } from './dialect.ts'
import { mergeUsage } from './merge-usage.ts'

interface Choice {
  parts: AnswerPart[]
  calls: Map<number, ToolCallPart>
  finish: FinishReason | undefined
  ending: { stopSequence?: string; vendorReason?: string; logprobs?: TokenLogprob[] }
}

/**
 * Collects the events of a stream into a whole answer. Throws Unreadable when the stream ended before the answer
 * did.
 */
export function collectAnswer(events: Iterable<ChatEvent>): ChatAnswer {
  const choices = new Map<number, Choice>()
  let usage: ChatAnswer['usage']
  for (const event of events) {
    if (event.kind === 'usage') usage = mergeUsage(usage, event.usage)
    else take(choiceOf(choices, event.choice), event)
  }
  if (choices.size === 0) throw new Unreadable('the stream holds no answer')
  const inOrder = [...choices].sort(([one], [other]) => one - other).map(([, choice]) => choice)
  return {
    choices: inOrder.map(({ parts, finish, ending }) => ({ parts, finish: finish ?? brokenOff(), ...ending })),
    usage,
  }
}

function brokenOff(): never {
  throw new Unreadable('the stream broke off')
}

function choiceOf(choices: Map<number, Choice>, number: number): Choice {
  const known = choices.get(number)
  if (known) return known
  const choice: Choice = { parts: [], calls: new Map(), finish: undefined, ending: {} }
  choices.set(number, choice)
  return choice
}

function take(choice: Choice, event: Exclude<ChatEvent, { kind: 'usage' }>): void {
  const { parts, calls } = choice
  const last = parts.at(-1)
  switch (event.kind) {
    case 'text':
    case 'refusal':
    case 'reasoning':
      // A signature ends the reasoning: later reasoning is a separate part.
      if (last?.kind === event.kind && !('state' in last)) last.text += event.text
      else parts.push({ kind: event.kind, text: event.text })
      return
    case 'state':
      if (last?.kind === 'reasoning' && !last.state && event.state.kind === 'signature') last.state = event.state
      else parts.push({ kind: 'reasoning', text: '', state: event.state })
      return
    case 'citation':
      addCitation(parts, event.citation)
      return
    case 'logprobs':
      choice.ending.logprobs = [...(choice.ending.logprobs ?? []), ...event.tokens]
      return
    case 'unseen':
      return
    case 'image':
    case 'audio':
      parts.push({ kind: event.kind, source: event.source })
      return
    case 'tool_call': {
      const { id, name, state } = event
      const call: ToolCallPart = { kind: 'tool_call', id, name, arguments: '', ...(state ? { state } : {}) }
      calls.set(event.index, call)
      parts.push(call)
      return
    }
    case 'arguments': {
      const call = calls.get(event.index)
      if (call) call.arguments += event.text
      return
    }
    case 'finish':
      choice.finish = event.reason
      if (event.stopSequence !== undefined) choice.ending.stopSequence = event.stopSequence
      if (event.vendorReason !== undefined) choice.ending.vendorReason = event.vendorReason
  }
}
