import type { Client } from './client.ts'
import { clientSuite } from './suite.ts'

/** opencode with a provider of its own, in the formats that it speaks by packages of AI SDK. */
const opencode = (format: string, npm: string): Client => ({
  name: `opencode (${format})`,
  packages: ['opencode-ai@1.18.33'],
  seconds: 60,
  setup: ({ url, key, model, models }) => ({
    files: {
      '.config/opencode/opencode.json': JSON.stringify(
        {
          $schema: 'https://opencode.ai/config.json',
          model: `switchyard/${model}`,
          small_model: `switchyard/${model}`,
          provider: {
            switchyard: {
              npm,
              name: 'Switchyard',
              options: { baseURL: `${url}/v1`, apiKey: key },
              models: Object.fromEntries(models.map((name) => [name, { limit: { context: 100_000, output: 8_000 } }])),
            },
          },
        },
        null,
        2,
      ),
    },
  }),
  ask: ({ installed, model, prompt, resume }) => ({
    line: [
      installed.bin('opencode'),
      'run',
      '-m',
      `switchyard/${model}`,
      '--format',
      'json',
      '--auto',
      ...(resume ? ['--continue'] : []),
      prompt,
    ],
    env: { OPENCODE_DISABLE_MODELS_FETCH: '1', OPENCODE_DISABLE_AUTOUPDATE: '1', OPENCODE_DISABLE_LSP_DOWNLOAD: '1' },
  }),
  shell: (command) => ({ tool: 'bash', arguments: { command, description: 'Runs a command' } }),
  compaction: { atTokens: 100_000, asksFor: 'Create a new anchored summary' },
  resumes: true,
})

clientSuite(opencode('chat completions', '@ai-sdk/openai-compatible'))
clientSuite(opencode('Messages', '@ai-sdk/anthropic'))
