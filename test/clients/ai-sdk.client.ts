import { expect, test } from 'bun:test'
import { CLAUDE, OPENAI } from '#test/harness/responses-site.ts'
import type { Client } from './client.ts'
import { clientSuite } from './suite.ts'

/** An agent with a shell, as the documentation of AI SDK shows one; its conversation is in a file between two runs. */
const AGENT = `
  import { execSync } from 'node:child_process'
  import { existsSync, readFileSync, writeFileSync } from 'node:fs'
  import { openai } from '@ai-sdk/openai'
  import { generateText, isStepCount, jsonSchema, streamText, tool } from 'ai'

  const { MODEL, PROMPT, HISTORY, STREAM, PREVIOUS } = process.env
  const inputSchema = jsonSchema({ type: 'object', properties: { command: { type: 'string' } }, required: ['command'] })
  const shell = tool({ description: 'Runs a command', inputSchema, execute: ({ command }) => execSync(command).toString() })
  const earlier = existsSync(HISTORY) ? JSON.parse(readFileSync(HISTORY, 'utf8')) : { messages: [] }
  const asked = { role: 'user', content: PROMPT }
  const messages = PREVIOUS ? [asked] : [...earlier.messages, asked]
  const options = {
    model: openai(MODEL),
    messages,
    tools: { shell },
    stopWhen: isStepCount(5),
    maxRetries: 0,
    ...(PREVIOUS ? { providerOptions: { openai: { previousResponseId: earlier.id } } } : {}),
  }
  const result = STREAM ? streamText({ ...options, onError: ({ error }) => { throw error } }) : await generateText(options)
  console.log(await result.text)
  const response = await result.response
  const said = (await result.steps).at(-1).response.messages ?? response.messages
  const id = (await result.providerMetadata)?.openai?.responseId
  writeFileSync(HISTORY, JSON.stringify({ messages: [...messages, ...said], id }))
`

/** AI SDK with its default provider of OpenAI: it lets the server store its answers, and refers to their items. */
const aiSdk: Client = {
  name: 'AI SDK',
  packages: ['ai@7.0.173', '@ai-sdk/openai@4.0.118'],
  seconds: 30,
  stream: 'STREAM=1',
  resumes: 'converted',
  setup: ({ url, key }) => ({ env: { OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: key } }),
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
  shell: (command) => ({ tool: 'shell', arguments: { command } }),
}

clientSuite(aiSdk, ({ ask, goTo, sent }) => {
  const made = 'echo made-$((40+2))'

  test('refers to items of its earlier steps in a stream', async () => {
    await goTo(CLAUDE, ({ text }) => (text.includes('made-42') ? { text: 'Made.' } : aiSdk.shell(made, [])))
    expect((await ask('Make it.', { settings: 'STREAM=1' })).output).toContain('Made.')
    expect(sent()).toHaveLength(2)
    expect(sent().at(-1)).toContain('"tool_use"')
  })

  test('is told which item is missing that only OpenAI has stored', async () => {
    await goTo(OPENAI, () => ({ text: 'The roof leaks.' }))
    await ask('What is it?')
    await goTo(CLAUDE, () => ({ text: 'Never asked.' }))
    await expect(ask('And now?')).rejects.toThrow("Item with id 'msg_")
  })

  test('refers to its last response', async () => {
    await goTo(CLAUDE, () => ({ text: 'The roof leaks.' }))
    await ask('What is it?')
    expect((await ask('And now?', { settings: 'PREVIOUS=1' })).output).toContain('The roof leaks.')
    for (const text of ['What is it?', 'The roof leaks.', 'And now?']) expect(sent().at(-1)).toContain(text)
  })
})
