import type { ChatRequest } from './conversation.ts'

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
  const { model, messages, stream: _stream, stream_options: _options, ...more } = request
  switch (language) {
    case 'curl':
      return `curl ${baseUrl}/chat/completions \\
  -H "Authorization: Bearer ${key}" \\
  -H "Content-Type: application/json" \\
  -d '${JSON.stringify(request, null, 2).replaceAll("'", String.raw`'\''`)}'`
    case 'python':
      return `from openai import OpenAI

client = OpenAI(base_url="${baseUrl}", api_key="${key}")

stream = client.chat.completions.create(
    model=${JSON.stringify(model)},
    messages=${indent(JSON.stringify(messages, null, 4), 4)},
    stream=True,${Object.entries(more)
      .map(([name, value]) => `\n    ${name}=${value},`)
      .join('')}
)
for chunk in stream:
    if chunk.choices:
        print(chunk.choices[0].delta.content or "", end="")`
    case 'node':
      return `import OpenAI from 'openai'

const client = new OpenAI({ baseURL: '${baseUrl}', apiKey: '${key}' })

const stream = await client.chat.completions.create(${JSON.stringify({ model, messages, stream: true, ...more }, null, 2)})
for await (const chunk of stream) process.stdout.write(chunk.choices[0]?.delta?.content ?? '')`
  }
}

const indent = (text: string, by: number) => text.replaceAll('\n', `\n${' '.repeat(by)}`)
