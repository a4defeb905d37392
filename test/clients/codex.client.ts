import { expect, test } from 'bun:test'
import { CLAUDE } from '#test/harness/responses-site.ts'
import type { Client } from './client.ts'
import { clientSuite } from './suite.ts'

/** OpenAI's Codex, with the server in the place of OpenAI: it tries a WebSocket, and has its conversations compacted there. */
const codex: Client = {
  name: 'Codex',
  packages: ['@openai/codex@0.169.0'],
  seconds: 60,
  compactsAt: 50_000,
  resumes: true,
  ask({ installed, url, key, model, prompt, home, resume }) {
    return {
      line: [
        installed.bin('codex'),
        'exec',
        ...(resume ? ['resume', '--last'] : []),
        '--skip-git-repo-check',
        '--json',
        '--dangerously-bypass-approvals-and-sandbox',
        ...['-c', `openai_base_url="${url}/v1"`],
        ...['-c', 'model_auto_compact_token_limit=50000'],
        ...['-m', model],
        prompt,
      ],
      env: { CODEX_API_KEY: key, CODEX_HOME: `${home}/.codex` },
      files: { '.codex/config.toml': '' },
    }
  },
  shell: (cmd, offered) =>
    offered.includes('exec')
      ? {
          tool: 'exec',
          arguments: { input: `text((await tools.exec_command({ cmd: ${JSON.stringify(cmd)} })).output)` },
        }
      : { tool: 'exec_command', arguments: { cmd } },
}

clientSuite(codex, ({ ask, goTo }) => {
  test('goes on with POST after one try of a WebSocket', async () => {
    await goTo(CLAUDE, () => ({ text: 'Here.' }))
    const { errors } = await ask('Where?')
    expect(errors.match(/failed to connect to Responses WebSocket/g)).toHaveLength(1)
  })
})
