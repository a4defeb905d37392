/** The values inserted into a snippet. */
export interface SnippetFacts {
  /** Ends in `/v1`. */
  baseUrl: string
  /** With its prefix `sk-`, or the placeholder. */
  key: string
  model: string
}

export const KEY_PLACEHOLDER = 'sk-YOUR-KEY'

export interface Snippet {
  id: string
  label: string
  text: (facts: SnippetFacts) => string
}

/** Lines of the examples; at the start of a line of this file they would be imports of its own to whoever reads it. */
const OPENAI_SDK = `import OpenAI from 'openai'`
const ANTHROPIC_SDK = `import Anthropic from '@anthropic-ai/sdk'`
const GOOGLE_SDK = `import { GoogleGenAI } from '@google/genai'`

const PROMPT = 'Say hello in five words.'

/** The first call in common languages, with the vendors' SDKs where available. */
export const snippets: readonly Snippet[] = [
  {
    id: 'curl',
    label: 'curl',
    text: ({ baseUrl, key, model }) => `curl ${baseUrl}/chat/completions \\
  -H "Authorization: Bearer ${key}" \\
  -H "Content-Type: application/json" \\
  -d '${JSON.stringify({ model, messages: [{ role: 'user', content: PROMPT }] })}'`,
  },
  {
    id: 'python',
    label: 'Python',
    text: ({ baseUrl, key, model }) => `# pip install openai
from openai import OpenAI

client = OpenAI(base_url="${baseUrl}", api_key="${key}")

completion = client.chat.completions.create(
    model="${model}",
    messages=[{"role": "user", "content": "${PROMPT}"}],
)
print(completion.choices[0].message.content)`,
  },
  {
    id: 'node',
    label: 'Node',
    text: ({ baseUrl, key, model }) => `// npm install openai
${OPENAI_SDK}

const client = new OpenAI({ baseURL: '${baseUrl}', apiKey: '${key}' })

const completion = await client.chat.completions.create({
  model: '${model}',
  messages: [{ role: 'user', content: '${PROMPT}' }],
})
console.log(completion.choices[0].message.content)`,
  },
  {
    id: 'responses',
    label: 'Responses',
    text: ({ baseUrl, key, model }) => `// npm install openai
${OPENAI_SDK}

const client = new OpenAI({ baseURL: '${baseUrl}', apiKey: '${key}' })

const response = await client.responses.create({ model: '${model}', input: '${PROMPT}' })
console.log(response.output_text)`,
  },
  {
    id: 'anthropic',
    label: 'Anthropic',
    text: ({ baseUrl, key, model }) => `// npm install @anthropic-ai/sdk
${ANTHROPIC_SDK}

const client = new Anthropic({ baseURL: '${rootOf(baseUrl)}', apiKey: '${key}' })

const message = await client.messages.create({
  model: '${model}',
  max_tokens: 1000,
  messages: [{ role: 'user', content: '${PROMPT}' }],
})
console.log(message.content)`,
  },
  {
    id: 'gemini',
    label: 'Gemini',
    text: ({ baseUrl, key, model }) => `// npm install @google/genai
${GOOGLE_SDK}

const client = new GoogleGenAI({ apiKey: '${key}', httpOptions: { baseUrl: '${rootOf(baseUrl)}' } })

const answer = await client.models.generateContent({
  model: '${model}',
  contents: '${PROMPT}',
})
console.log(answer.text)`,
  },
  {
    id: 'claude-code',
    label: 'Claude Code',
    text: ({ baseUrl, key, model }) => `export ANTHROPIC_BASE_URL=${rootOf(baseUrl)}
export ANTHROPIC_AUTH_TOKEN=${key}
export ANTHROPIC_MODEL=${model}
claude`,
  },
  {
    id: 'codex',
    label: 'Codex',
    text: ({ baseUrl, key, model }) => `# ~/.codex/config.toml; export GATEWAY_KEY=${key}
model = "${model}"
model_provider = "gateway"
web_search = "disabled"

[model_providers.gateway]
name = "gateway"
base_url = "${baseUrl}"
env_key = "GATEWAY_KEY"
wire_api = "responses"`,
  },
  // https://docs.cherry-ai.com/docs/en-us/cherry-studio/preview/settings/providers: the root, it adds the rest itself.
  {
    id: 'cherry-studio',
    label: 'Cherry Studio',
    text: ({ baseUrl, key, model }) => `Provider Type: OpenAI
API Host: ${rootOf(baseUrl)}
API Key: ${key}
Model ID: ${model}`,
  },
  {
    id: 'open-webui',
    label: 'Open WebUI',
    text: ({ baseUrl, key, model }) => `URL: ${baseUrl}
Key: ${key}
Model ID: ${model}`,
  },
  {
    id: 'env',
    label: '.env',
    text: ({ baseUrl, key, model }) => `OPENAI_BASE_URL=${baseUrl}
OPENAI_API_KEY=${key}
OPENAI_MODEL=${model}`,
  },
]

/** Returns the base URL for clients that append the version themselves. */
const rootOf = (baseUrl: string) => baseUrl.replace(/\/v1$/, '')

/**
 * Returns the base URL for SDKs: the configured address, or the current origin; without a doubled slash or
 * `/v1`.
 */
export function baseUrlOf(serverAddress: string | undefined, origin: string): string {
  return `${(serverAddress || origin).replace(/\/+$/, '').replace(/\/v1$/, '')}/v1`
}
