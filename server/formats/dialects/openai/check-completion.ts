import { isRecord } from '#contract/is-record.ts'
import type { JsonObject } from '../conversation.ts'
import { Unreadable } from '../dialect.ts'
import { failedEnding, toEnding } from '../endings.ts'
import { objectsOf, textOf } from '../json.ts'
import { endings, throwError } from './read-answer.ts'

/**
 * Checks a chat or text completion that is passed to its caller unchanged. Throws Unreadable for an empty one, and
 * Refused for a failed one.
 */
export function checkCompletion({ choices }: JsonObject): void {
  const given = objectsOf(choices)
  for (const choice of given) {
    if (choice.error) throwError(choice)
    const word = textOf(choice.finish_reason)
    if (word && word !== 'stop' && toEnding(word, endings) === 'failed') throw failedEnding(word)
  }
  if (!given.some(holdsAnswer)) throw new Unreadable('the completion holds no answer')
}

/** Returns whether a choice has content, or at least a finish reason. */
function holdsAnswer({ message, text, finish_reason }: JsonObject): boolean {
  if (!isRecord(message)) return typeof text === 'string' && (text !== '' || textOf(finish_reason) !== '')
  return (
    textOf(finish_reason) !== '' ||
    Object.entries(message).some(([name, value]) => name !== 'role' && hasContent(value))
  )
}

const hasContent = (value: unknown) => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)
