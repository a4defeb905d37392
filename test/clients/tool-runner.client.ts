import type { Client } from './client.ts'
import { clientSuite } from './suite.ts'

/** An agent with a shell on the tool runner; its conversation is in a file between two runs. */
const AGENT = `
  import { execSync } from 'node:child_process'
  import { existsSync, readFileSync, writeFileSync } from 'node:fs'
  import Anthropic from '@anthropic-ai/sdk'
  import { betaTool } from '@anthropic-ai/sdk/helpers/beta/json-schema'

  const { MODEL, PROMPT, HISTORY, STREAM } = process.env
  const shell = betaTool({
    name: 'shell',
    description: 'Runs a command',
    inputSchema: { type: 'object', properties: { command: { type: 'string' } }, required: ['command'] },
    run: ({ command }) => execSync(command).toString(),
  })
  const earlier = existsSync(HISTORY) ? JSON.parse(readFileSync(HISTORY, 'utf8')) : []
  const runner = new Anthropic({ maxRetries: 0 }).beta.messages.toolRunner({
    model: MODEL,
    max_tokens: 4000,
    max_iterations: 5,
    messages: [...earlier, { role: 'user', content: PROMPT }],
    tools: [shell],
    ...(STREAM ? { stream: true } : {}),
  })
  let last
  for await (const answer of runner) last = STREAM ? await answer.finalMessage() : answer
  console.log(last.content.map(({ text }) => text ?? '').join(''))
  const { messages } = runner.params
  writeFileSync(HISTORY, JSON.stringify([...messages, ...(messages.at(-1).role === 'user' ? [{ role: 'assistant', content: last.content }] : [])]))
`

const toolRunner: Client = {
  name: "Anthropic's tool runner",
  packages: ['@anthropic-ai/sdk@1.14.0'],
  seconds: 30,
  setup: ({ url, key }) => ({ env: { ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: key } }),
  ask: ({ installed, model, prompt, home, settings }) => ({
    line: ['node', '--input-type=module', '-e', AGENT],
    folder: installed.folder,
    env: {
      MODEL: model,
      PROMPT: prompt,
      HISTORY: `${home}/history.json`,
      ...Object.fromEntries(new URLSearchParams(settings)),
    },
  }),
  stream: 'STREAM=1',
  shell: (command) => ({ tool: 'shell', arguments: { command } }),
  resumes: true,
}

clientSuite(toolRunner)
