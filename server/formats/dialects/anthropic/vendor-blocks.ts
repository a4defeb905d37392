import { isRecord } from '#contract/is-record.ts'
import type { JsonObject } from '../conversation.ts'
import { objectOf, objectsOf, textOf } from '../json.ts'
import { inBrackets, joinLines, withHeading } from '../tool-texts.ts'

/**
 * Converts blocks of Anthropic's own tools to texts for models of other vendors, which lack these tools:
 * https://platform.claude.com/docs/en/agents-and-tools/tool-use/server-tools
 */
const texts: Readonly<Record<string, (block: JsonObject) => string>> = {
  server_tool_use: ({ name, input }) => called(textOf(name), objectOf(input)),
  web_search_tool_result: ({ content }) =>
    Array.isArray(content)
      ? joinLines(
          'Found on the web:',
          ...objectsOf(content).map(({ title, url }) => `${textOf(title)}: ${textOf(url)}`),
        )
      : failed('The search', content),
  web_fetch_tool_result: ({ content }) => fetched(objectOf(content)),
  code_execution_tool_result: ({ content }) => executed(objectOf(content)),
  bash_code_execution_tool_result: ({ content }) => executed(objectOf(content)),
  text_editor_code_execution_tool_result: ({ content }) => edited(objectOf(content)),
  tool_search_tool_result: ({ content }) => {
    const found = objectsOf(objectOf(content).tool_references).map(({ tool_name }) => textOf(tool_name))
    return found.length > 0 ? `Tools that were found: ${found.join(', ')}` : failed('The search for tools', content)
  },
  tool_reference: ({ tool_name }) => `This tool can be called now: ${textOf(tool_name)}`,
  mcp_tool_use: ({ name, server_name, input }) =>
    `Call of ${textOf(name)} at ${textOf(server_name)}: ${JSON.stringify(input ?? {})}`,
  mcp_tool_result: ({ content, is_error }) => joinLines(is_error === true ? 'Error:' : 'Result:', wordsOf(content)),
  mcp_tool_listing: () => '',
  advisor_tool_result: ({ content }) => joinLines(...withHeading('Advice:', textOf(objectOf(content).text))),
  container_upload: ({ file_id }) => `File in the container of the code execution: ${textOf(file_id)}`,
  search_result: ({ title, source, content }) => joinLines(`${textOf(title)} (${textOf(source)}):`, wordsOf(content)),
  compaction: ({ content }) => joinLines(...withHeading('Summary of the conversation before:', textOf(content))),
  fallback: () => '',
}

/**
 * Returns the text for a block of a tool that Anthropic ran, "" for one without content; undefined = the block is
 * of another kind.
 */
export function vendorBlockText(block: JsonObject): string | undefined {
  const type = textOf(block.type)
  return Object.hasOwn(texts, type) ? inBrackets(texts[type]?.(block) ?? '') : undefined
}

function called(name: string, input: JsonObject): string {
  const { query, url, code, command } = input
  if (name === 'web_search') return `Web search: ${textOf(query)}`
  if (name === 'web_fetch') return `Opened page: ${textOf(url)}`
  if (name === 'code_execution' && textOf(code)) return joinLines('Code that was run:', textOf(code))
  if (name === 'bash_code_execution') return joinLines('Command that was run:', textOf(command))
  return `Call of ${name}: ${JSON.stringify(input)}`
}

/** Text pages are included in full, other documents only by title. */
function fetched({ url, content, error_code }: JsonObject): string {
  if (error_code) return failed('The page', { error_code })
  const { title, source } = objectOf(content)
  const { type, data } = objectOf(source)
  return joinLines(`Content of ${textOf(url)}:`, textOf(title), type === 'text' ? textOf(data) : '')
}

function executed({ stdout, stderr, return_code, error_code }: JsonObject): string {
  if (error_code) return failed('The code', { error_code })
  const end = typeof return_code === 'number' && return_code !== 0 ? `Return code: ${return_code}` : ''
  return joinLines(...withHeading('Output:', textOf(stdout)), ...withHeading('Errors:', textOf(stderr)), end)
}

function edited({ content, lines: changed, error_code }: JsonObject): string {
  if (error_code) return failed('The file', { error_code })
  const resultText = Array.isArray(changed) ? changed.map(textOf).join('\n') : textOf(content)
  return joinLines(...withHeading('File:', resultText))
}

function failed(what: string, content: unknown): string {
  const code = textOf(objectOf(content).error_code)
  return code ? `${what} failed: ${code}` : ''
}

function wordsOf(content: unknown): string {
  if (typeof content === 'string') return content
  return (Array.isArray(content) ? content : [content])
    .map((item) => (isRecord(item) ? textOf(item.text) : textOf(item)))
    .filter(Boolean)
    .join('\n')
}
