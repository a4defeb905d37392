import { createTextPart } from '../citations.ts'
import type { AnswerPart, ChatAnswer, JsonObject } from '../conversation.ts'
import { Unreadable } from '../dialect.ts'
import { type Endings, type Finish, readFinish } from '../endings.ts'
import { objectOf, objectsOf, textOf } from '../json.ts'
import { stateField } from '../state-seals.ts'
import { toArgumentsText } from '../tool-arguments.ts'
import { createToolCallId } from '../tool-ids.ts'
import { readCitations } from './citations.ts'
import { ranCode, readUsage, withContainer } from './read-usage.ts'

/** Reads a whole message: https://platform.claude.com/docs/en/api/messages */
export function readAnswer(message: JsonObject, callId = ''): ChatAnswer {
  const { content, stop_reason } = message
  if (!Array.isArray(content) && typeof content !== 'string') throw new Unreadable('the message has no content')
  // Some servers send the content as a text.
  const parts = (typeof content === 'string' ? [{ type: 'text', text: content }] : objectsOf(content)).flatMap(
    (block, index) => readBlock(block, createToolCallId(callId, index)),
  )
  const isEmpty = parts.length === 0
  if (isEmpty && !textOf(stop_reason)) throw new Unreadable('the message is empty')
  const usage = withContainer(readUsage(objectOf(message.usage)).usage, objectsOf(content).some(ranCode))
  const hasCalls = parts.some(({ kind }) => kind === 'tool_call')
  return { choices: [{ parts, ...readEnding(message, { hasCalls, isEmpty }) }], usage }
}

/**
 * Skips blocks of tools that the vendor runs itself: they are intermediate steps whose results are in the texts.
 */
function readBlock(block: JsonObject, fallbackId: string): AnswerPart[] {
  switch (block.type) {
    case 'text':
      return textOf(block.text) ? [createTextPart(textOf(block.text), readCitations(block))] : []
    case 'thinking': {
      const [text, signed] = [textOf(block.thinking), stateField('anthropic', 'signature', textOf(block.signature))]
      return text || signed.state ? [{ kind: 'reasoning', text, ...signed }] : []
    }
    case 'redacted_thinking':
      return [{ kind: 'reasoning', text: '', ...stateField('anthropic', 'redacted', textOf(block.data)) }]
    case 'tool_use':
      return [
        {
          kind: 'tool_call',
          id: textOf(block.id) || fallbackId,
          name: textOf(block.name),
          arguments: toArgumentsText(block.input),
        },
      ]
    default:
      return []
  }
}

/** https://platform.claude.com/docs/en/build-with-claude/handling-stop-reasons */
export const endings: Endings = {
  ordinary: { end_turn: 'stop', stop_sequence: 'stop', max_tokens: 'length', tool_use: 'tool_calls' },
  specific: {
    model_context_window_exceeded: 'length',
    // The vendor's own tools reached their call limit for one answer, which continues when it is sent back.
    pause_turn: 'stop',
    compaction: 'stop',
    refusal: 'content_filter',
  },
}

/** Reads how a message ended, from the message or its last delta. */
export function readEnding(
  { stop_reason, stop_sequence }: JsonObject,
  held: { hasCalls: boolean; isEmpty: boolean },
): Finish & { stopSequence?: string } {
  const finish = readFinish(stop_reason, endings, held)
  return textOf(stop_sequence) ? { ...finish, stopSequence: textOf(stop_sequence) } : finish
}
