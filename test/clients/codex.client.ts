import { expect, test } from 'bun:test'
import type { Script } from '#test/fake-upstream/script.ts'
import { CHAT_ONLY, CLAUDE, GEMINI } from '#test/harness/responses-site.ts'
import type { Client } from './client.ts'
import { clientSuite } from './suite.ts'

/** OpenAI's Codex, with the server in the place of OpenAI: it tries a WebSocket, and has its conversations compacted there. */
const codex: Client = {
  name: 'Codex',
  packages: ['@openai/codex@0.171.0'],
  seconds: 60,
  compaction: { atTokens: 100_000, asksFor: 'replaced by a summary' },
  resumes: true,
  setup: ({ url, key, model, settings = '' }) => ({
    env: { CODEX_API_KEY: key },
    files: { '.codex/config.toml': `model = "${model}"\nopenai_base_url = "${url}/v1"\n${settings}` },
  }),
  ask({ installed, prompt, resume }) {
    return {
      line: [
        installed.bin('codex'),
        'exec',
        ...(resume ? ['resume', '--last'] : []),
        '--skip-git-repo-check',
        '--json',
        '--dangerously-bypass-approvals-and-sandbox',
        ...['-c', 'model_auto_compact_token_limit=50000'],
        prompt,
      ],
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

/** A server of MCP with one tool, for `node -e`. */
const MCP_SERVER = `
  require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, method, params } = JSON.parse(line)
    const results = {
      initialize: () => ({
        protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'shop', version: '1' },
      }),
      'tools/list': () => ({ tools: [{ name: 'price.of', description: 'Tells a price', inputSchema: { type: 'object', properties: {} } }] }),
      'tools/call': () => ({ content: [{ type: 'text', text: 'seven pence' }] }),
    }
    if (id !== undefined && results[method]) console.log(JSON.stringify({ jsonrpc: '2.0', id, result: results[method]() }))
  })`

clientSuite(codex, ({ ask, goTo, sent }) => {
  test('goes on with POST after one try of a WebSocket', async () => {
    await goTo(CLAUDE, () => ({ text: 'Here.' }))
    const { errors } = await ask('Where?')
    expect(errors.match(/failed to connect to Responses WebSocket/g)).toHaveLength(1)
  })

  test('of models that it knows sends tools inside of the conversation, and runs them', async () => {
    await goTo(
      CLAUDE,
      ({ text, tools }) => (text.includes('made-42') ? { text: 'Made.' } : codex.shell('echo made-$((40+2))', tools)),
      'gpt-6.1-sol',
    )
    expect((await ask('Make it.')).output).toContain('Made.')
  })

  test('is told by one agent what another one shall do', async () => {
    const message = 'Count the sheep.'
    await goTo(
      GEMINI,
      ({ text, tools }) => {
        const spawn = tools.find((name) => name.endsWith('__spawn_agent')) ?? ''
        return text.includes('sheep')
          ? { text: 'Counted.' }
          : { tool: spawn, arguments: { task_name: 'count', message, fork_turns: 'none' } }
      },
      'gpt-6.1-terra',
    )
    expect((await ask('Have it done.')).output).toContain('Counted.')
    const task = sent().find((text) => text.includes('NEW_TASK'))
    expect(task).toContain(message)
  })

  test('writes a file with a patch, then finds a tool of an MCP server and calls it', async () => {
    const input = '*** Begin Patch\n*** Add File: made.txt\n+forty-two\n*** End Patch\n'
    const script: Script = ({ text, tools }) => {
      if (text.includes('seven pence')) return { text: 'Seven.' }
      if (!text.includes('A made.txt')) return { tool: 'apply_patch', arguments: { input } }
      const found = tools.find((name) => name.startsWith('mcp__shop'))
      return found ? { tool: found, arguments: {} } : { tool: 'tool_search', arguments: { query: 'price' } }
    }
    await goTo(CHAT_ONLY, script, 'gpt-5.5')
    const settings = `[mcp_servers.shop]\ncommand = "node"\nargs = ["-e", ${JSON.stringify(MCP_SERVER)}]\n`
    expect((await ask('How much is it?', { settings })).output).toContain('Seven.')
  })
})
