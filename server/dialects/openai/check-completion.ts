import type { JsonObject } from '../conversation.ts'
import { Unreadable } from '../dialect.ts'
import { endingOf, failedWith } from '../endings.ts'
import { isObject, objectsOf, textOf } from '../json.ts'
import { endings, throwError } from './read-answer.ts'

/**
 * Checks a completion that passes to its caller as it is, of chats or of texts. Throws Unreadable for one with nothing in
 * it, and Refused for one that failed.
 */
export function checkCompletion({ choices }: JsonObject): void {
  const given = objectsOf(choices)
  for (const choice of given) {
    throwError(choice)
    const word = textOf(choice.finish_reason)
    if (word && endingOf(word, endings) === 'failed') throw failedWith(word)
  }
  if (!given.some(holdsAnswer)) throw new Unreadable('the completion holds no answer')
}

/** Whether a choice says anything, or at least how it ended. */
function holdsAnswer({ message, text, finish_reason }: JsonObject): boolean {
  if (!isObject(message)) return typeof text === 'string' && (text !== '' || textOf(finish_reason) !== '')
  return textOf(finish_reason) !== '' || Object.entries(message).some(([name, value]) => name !== 'role' && says(value))
}

const says = (value: unknown) => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)
