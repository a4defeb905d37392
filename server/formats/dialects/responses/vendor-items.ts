import type { JsonObject } from '../conversation.ts'
import { objectOf, objectsOf, textOf } from '../json.ts'
import { joinLines, withHeading } from '../tool-texts.ts'

/**
 * Converts items of OpenAI's own tools to texts for models of other vendors, which lack these tools and would
 * refuse their calls. https://platform.openai.com/docs/api-reference/responses/object#responses-object-output
 */
const texts: Readonly<Record<string, (item: JsonObject) => string>> = {
  web_search_call: ({ action }) => searched(objectOf(action)),
  file_search_call({ queries, results }) {
    const found = objectsOf(results).map(({ filename, text }) => `${textOf(filename)}: ${textOf(text)}`)
    return joinLines(`File search: ${listed(queries)}`, ...found)
  },
  code_interpreter_call({ code, outputs }) {
    const logs = objectsOf(outputs).map((output) => textOf(output.logs))
    return joinLines('Code that was run:', textOf(code), ...withHeading('Output:', logs.join('')))
  },
  mcp_call: (item) =>
    joinLines(
      called(item),
      ...withHeading('Result:', textOf(item.output)),
      ...withHeading('Error:', wordsOf(item.error)),
    ),
  shell_call: ({ action }) => joinLines('Commands that were run:', listed(objectOf(action).commands)),
  shell_call_output: ({ output }) =>
    joinLines('Output:', ...objectsOf(output).map(({ stdout, stderr }) => joinLines(textOf(stdout), textOf(stderr)))),
  mcp_approval_request: (item) => `Asked to approve: ${called(item)}`,
  program: ({ code }) => joinLines('Program that was run:', textOf(code)),
  program_output: ({ result }) => joinLines('Output of the program:', textOf(result)),
}

/** Returns the text for an item of a tool that OpenAI ran; undefined = it has no meaning for a model. */
export function vendorItemText(item: JsonObject): string | undefined {
  const type = textOf(item.type)
  return Object.hasOwn(texts, type) ? `[${texts[type]?.(item)}]` : undefined
}

function searched({ type, query, queries, url, pattern }: JsonObject): string {
  if (type === 'open_page') return `Opened page: ${textOf(url)}`
  if (type === 'find_in_page' || type === 'find') return `Looked for "${textOf(pattern)}" in ${textOf(url)}`
  return `Web search: ${listed(queries) || textOf(query)}`
}

const called = ({ server_label, name, arguments: json }: JsonObject) =>
  `Call of ${textOf(name)} at ${textOf(server_label)}: ${textOf(json)}`
const listed = (values: unknown) => (Array.isArray(values) ? values.map(textOf).filter(Boolean).join('; ') : '')
const wordsOf = (error: unknown) => textOf(error) || (error ? JSON.stringify(error) : '')
