import type { JsonObject, Tool } from './conversation.ts'
import { objectOf, parseObject, textOf } from './json.ts'

/**
 * Tools of OpenAI's formats whose input is a plain text (`custom`), maybe by a grammar. Other formats require object
 * arguments: https://platform.openai.com/docs/guides/function-calling#custom-tools
 */

const INPUT = { type: 'object', properties: { input: { type: 'string' } }, required: ['input'] }

/** Returns the function that stands for such a tool; its grammar becomes part of the description. */
export function freeformTool(
  { description, format }: JsonObject,
  ...about: string[]
): Pick<Tool, 'parameters' | 'description'> {
  const { syntax, definition } = { ...objectOf(format), ...objectOf(objectOf(format).grammar) }
  const grammar = textOf(definition)
    ? `The input must follow this ${textOf(syntax)} grammar:\n${textOf(definition)}`
    : ''
  const described = [textOf(description), grammar, ...about].filter(Boolean).join('\n\n')
  return { parameters: INPUT, ...(described ? { description: described } : {}) }
}

/** Returns the text of an object with `input`. */
export function inputOf(json: string): string {
  const { input, ...others } = parseObject(json) ?? { others: json }
  if (typeof input === 'string') return input
  // Other output of the model is kept as it is.
  return Object.keys(others).length > 0 ? json : ''
}
