import type { Client } from './client.ts'
import { clientSuite } from './suite.ts'

/** Anthropic's Claude Code. Its setup also tells it to ask nobody but the server. */
const claudeCode: Client = {
  name: 'Claude Code',
  packages: ['@anthropic-ai/claude-code@2.1.332'],
  seconds: 60,
  setup: ({ url, key, model }) => ({
    env: {
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_AUTH_TOKEN: key,
      ANTHROPIC_MODEL: model,
      ANTHROPIC_DEFAULT_HAIKU_MODEL: model,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    },
  }),
  ask: ({ installed, prompt, resume }) => ({
    line: [
      installed.bin('claude'),
      ...(resume ? ['--continue'] : []),
      ...['--allowedTools', 'Bash'],
      ...['--output-format', 'stream-json', '--verbose', '--include-partial-messages'],
      ...['-p', prompt],
    ],
    env: { DISABLE_AUTOUPDATER: '1' },
  }),
  shell: (command) => ({ tool: 'Bash', arguments: { command, description: 'Runs a command' } }),
  compaction: { command: '/compact', asksFor: 'create a detailed summary' },
  resumes: true,
}

clientSuite(claudeCode)
