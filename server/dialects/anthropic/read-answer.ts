import type { AnswerPart, ChatAnswer, FinishReason, JsonObject } from '../conversation.ts'
import { Unreadable } from '../dialect.ts'
import { objectOf, objectsOf, textOf } from '../json.ts'
import { readUsage } from './read-usage.ts'

/** Reads a whole message: https://platform.claude.com/docs/en/api/messages */
export function readAnswer(message: JsonObject): ChatAnswer {
  if (!Array.isArray(message.content)) throw new Unreadable('the message has no content')
  const parts = objectsOf(message.content).flatMap(part)
  const { usage } = readUsage(objectOf(message.usage))
  const finish = finishReason(message.stop_reason)
  return { choices: [{ parts, finish, ...stopSequenceOf(message) }], usage }
}

/** Blocks of tools that the vendor runs itself tell of steps on the way: their outcome is in the texts. */
function part(block: JsonObject): AnswerPart[] {
  switch (block.type) {
    case 'text':
      return [{ kind: 'text', text: textOf(block.text) }]
    case 'thinking':
      return [{ kind: 'reasoning', text: textOf(block.thinking), signature: textOf(block.signature) }]
    case 'redacted_thinking':
      return [{ kind: 'reasoning', text: '', redacted: textOf(block.data) }]
    case 'tool_use':
      return [
        {
          kind: 'tool_call',
          id: textOf(block.id),
          name: textOf(block.name),
          arguments: JSON.stringify(block.input ?? {}),
        },
      ]
    default:
      return []
  }
}

export const stopSequenceOf = ({ stop_sequence }: JsonObject) =>
  textOf(stop_sequence) ? { stopSequence: textOf(stop_sequence) } : {}

const REASONS: Record<string, FinishReason> = {
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  tool_use: 'tool_calls',
  refusal: 'content_filter',
}

/** https://platform.claude.com/docs/en/build-with-claude/handling-stop-reasons */
export const finishReason = (reason: unknown): FinishReason => REASONS[textOf(reason)] ?? 'stop'
