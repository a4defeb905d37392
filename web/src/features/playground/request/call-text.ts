import type { ChatRequest } from './request-of.ts'

/** Languages of the equivalent source code. */
export const LANGUAGES = ['curl', 'python', 'node'] as const
export type Language = (typeof LANGUAGES)[number]

interface CallFacts {
  request: ChatRequest
  /** Ends in `/v1`. */
  baseUrl: string
  key: string
}

/** Returns an answer's call as source code. The group is omitted: outside the console the token determines it. */
export function callText(
  language: Language,
  { request: { group: _group, ...request }, baseUrl, key }: CallFacts,
): string {
  const { model, messages, stream: _stream, stream_options: options, ...more } = request
  switch (language) {
    case 'curl':
      return `curl ${baseUrl}/chat/completions \\
  -H "Authorization: Bearer ${key}" \\
  -H "Content-Type: application/json" \\
  -d '${JSON.stringify(request, null, 2).replaceAll("'", String.raw`'\''`)}'`
    case 'python':
      return `# pip install openai
from openai import OpenAI

client = OpenAI(base_url="${baseUrl}", api_key="${key}")

stream = client.chat.completions.create(
${Object.entries({ model, messages, stream: true, stream_options: options, ...more })
  .map(([name, value]) => `    ${name}=${pythonOf(value, 4)},\n`)
  .join('')})
for chunk in stream:
    if chunk.choices:
        ${more.tools ? 'print(chunk.choices[0].delta)' : 'print(chunk.choices[0].delta.content or "", end="")'}`
    case 'node':
      return `// npm install openai
import OpenAI from 'openai'

const client = new OpenAI({ baseURL: '${baseUrl}', apiKey: '${key}' })

const stream = await client.chat.completions.create(${JSON.stringify({ model, messages, stream: true, stream_options: options, ...more }, null, 2)})
for await (const chunk of stream) ${more.tools ? 'console.log(chunk.choices[0]?.delta)' : "process.stdout.write(chunk.choices[0]?.delta?.content ?? '')"}`
  }
}

/** Returns a JSON value as Python writes it. `by` = spaces before the line on which it begins. */
function pythonOf(value: unknown, by: number): string {
  if (value === null || value === undefined) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value !== 'object') return JSON.stringify(value)
  const items = Array.isArray(value)
    ? value.map((item) => pythonOf(item, by + 4))
    : Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${pythonOf(item, by + 4)}`)
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  if (items.length === 0) return `${open}${close}`
  const space = ' '.repeat(by + 4)
  return `${open}\n${items.map((item) => `${space}${item},\n`).join('')}${' '.repeat(by)}${close}`
}

/** Content of files above this many characters is not shown: nobody reads it, and it makes the page slow. */
const SHOWN_DATA = 400

/** Returns the text with the content of files shortened; for display, not for use. */
export const shortened = (text: string): string =>
  text.replaceAll(/(["'](?:data:[\w/+.-]+;base64,)?[A-Za-z0-9+/]{40})[A-Za-z0-9+/=]{400,}/g, (all, start: string) =>
    all.length > SHOWN_DATA ? `${start}…` : all,
  )
