import type { Client } from './client.ts'
import { clientSuite } from './suite.ts'

/** Google's Gemini CLI with an API key. */
const geminiCli: Client = {
  name: 'Gemini CLI',
  packages: ['@google/gemini-cli@0.61.0'],
  seconds: 60,
  setup: ({ url, key, model }) => ({
    env: { GOOGLE_GEMINI_BASE_URL: url, GEMINI_API_KEY: key, GEMINI_MODEL: model },
    files: {
      '.gemini/settings.json': JSON.stringify(
        {
          security: { auth: { selectedType: 'gemini-api-key' } },
          privacy: { usageStatisticsEnabled: false },
          general: { enableAutoUpdate: false },
        },
        null,
        2,
      ),
    },
  }),
  ask: ({ installed, prompt, resume }) => ({
    line: [
      installed.bin('gemini'),
      '--yolo',
      '--skip-trust',
      ...(resume ? ['--resume', 'latest'] : []),
      ...['--output-format', 'json'],
      ...['-p', prompt],
    ],
  }),
  shell: (command) => ({ tool: 'run_shell_command', arguments: { command } }),
  resumes: true,
}

clientSuite(geminiCli)
