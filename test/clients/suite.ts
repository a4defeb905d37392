import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Asked, Script, Scripted } from '#test/fake-upstream/script.ts'
import { onDatabase } from '#test/harness/databases.ts'
import { CHAT_ONLY, CLAUDE, GEMINI } from '#test/harness/responses-site.ts'
import { type SdkSite, sdkSite } from '#test/harness/sdk-site.ts'
import { PASSWORD } from '#test/harness/server.ts'
import type { Client, Question, Ran } from './client.ts'
import { type Installation, install } from './install.ts'
import { type Results, type Scenario, withClient } from './page.ts'
import { run } from './run.ts'

const CHANNELS = [
  // Clients of responses ask for reasoning, which other models of OpenAI refuse.
  ['OpenAI', { type: 1, name: 'gpt-5.1' }],
  ['chat only', CHAT_ONLY],
  ['Anthropic', CLAUDE],
  ['Gemini', GEMINI],
] as const

/** What the client's shell prints only if it ran the command. */
const COMMAND = 'printf made-; expr 40 + 2'
const MADE = 'made-42'
const SUMMARY = 'SUMMARY: the roof leaks'
/** A summary that OpenAI sealed itself. */
const SEALED = 'gAAAAABsummary'
const INSTALL_MS = 600_000
/** More than any client needs, in units of quota. */
const QUOTA = 1e12
const PAGE = join(import.meta.dirname, '../../docs/start/clients.md')

/** What a suite of one client works with. */
export interface ClientSite {
  site: SdkSite
  /** From now on the test's model, which is a new one unless it is named, is at this vendor, which answers as told. */
  goTo(channel: { type: number; name: string }, script: Script, model?: string): Promise<void>
  /** Runs the client. */
  ask(prompt: string, more?: Partial<Question>): Promise<Ran>
  /** What the vendors were asked, as texts. */
  sent(): string[]
  /** Whether the last call to a vendor was for a stream. */
  wasStreamed(): boolean
}

/**
 * Runs a client against a server whose channels lead to scripted vendors: a plain answer, a loop of tools, a compaction and a
 * change of the model, through a channel of each format. Writes what held into `docs/start/clients.md`. `more` adds tests of the client's own.
 */
export function clientSuite(client: Client, more?: (its: ClientSite) => void): void {
  const table = new Map<string, Results>()
  let wanted = 0
  let ran = 0
  onDatabase('sqlite', (fresh) => {
    const its = clientSite(client, sdkSite(fresh))
    describe.each(CHANNELS)(`${client.name} through %s`, (label, channel) => {
      const row: Results = {}
      table.set(label, row)
      const held: Held = (name, work) => {
        wanted += 1
        test(name, async () => {
          ran += 1
          row[name] = 'failed'
          await work()
          row[name] = 'passed'
        })
      }
      scenarios(client, its, channel, held)
    })
    more?.(its)
  })
  afterAll(() => {
    // A run of some scenarios says nothing about the others.
    if (ran < wanted) return
    const today = new Date().toISOString().slice(0, 10)
    writeFileSync(PAGE, withClient(readFileSync(PAGE, 'utf8'), client, table, today))
  })
}

type Held = (name: Scenario, work: () => Promise<void>) => void

function scenarios(
  client: Client,
  { goTo, ask, sent, wasStreamed }: ClientSite,
  channel: (typeof CHANNELS)[number][1],
  held: Held,
) {
  const loop = ({ text, tools }: Asked): Scripted =>
    text.includes(MADE) ? { text: `The shell says ${MADE}.` } : client.shell(COMMAND, tools)

  held('answer', async () => {
    await goTo(channel, () => ({ text: 'The answer is forty-two.' }))
    expect((await ask('What is the answer?')).output).toContain('The answer is forty-two.')
  })

  held('tool loop', async () => {
    await goTo(channel, loop)
    expect((await ask('Run it.')).output).toContain(`The shell says ${MADE}.`)
    expect(sent().at(-1)).toContain(MADE)
  })

  held('stream', async () => {
    await goTo(channel, () => ({ text: 'The answer is forty-two.' }))
    const { output } = await ask('What is the answer?', client.stream ? { settings: client.stream } : {})
    expect(output).toContain('The answer is forty-two.')
    expect(wasStreamed()).toBe(true)
  })

  const { compaction } = client
  if (compaction) {
    held('compaction', async () => {
      const promptTokens = 'atTokens' in compaction ? compaction.atTokens : undefined
      await goTo(channel, ({ text, tools }) => {
        if (text.includes(compaction.asksFor)) return { text: SUMMARY }
        if (text.includes(SUMMARY) || text.includes(SEALED)) return { text: 'Mended after the summary.' }
        if (promptTokens === undefined) return { text: 'It leaks.' }
        return { ...client.shell(COMMAND, tools), promptTokens }
      })
      let said = await ask('Mend the roof.')

      if ('command' in compaction) {
        // One question and its answer are too few to be summarised.
        await ask('Mend it better.', { resume: true })
        await ask(compaction.command, { resume: true })
        said = await ask('Go on.', { resume: true })
      }
      expect(said.output).toContain('Mended after the summary.')
    })
  }

  if (client.resumes) {
    held('model switch', async () => {
      const before = client.resumes === 'converted' ? CHANNELS.slice(1) : CHANNELS
      const [, other] = before[(before.findIndex(([, one]) => one === channel) + 1) % before.length] ?? CHANNELS[0]
      await goTo(other, loop)
      await ask('Run it.')
      await goTo(channel, () => ({ text: 'Carried on.' }))
      expect((await ask('And now?', { resume: true })).output).toContain('Carried on.')
      const last = sent().at(-1)
      for (const text of [MADE, 'And now?']) expect(last).toContain(text)
    })
  }
}

function clientSite(client: Client, site: SdkSite): ClientSite {
  let installed: Installation
  let key = ''
  let home = ''
  let models: string[] = []
  beforeAll(async () => {
    installed = await install(...client.packages)
    const { username } = await site.relay.server.addUser({ quota: QUOTA })
    key = await site.relay.token({}, await site.relay.server.login(username, PASSWORD))
  }, INSTALL_MS)
  beforeEach(async () => {
    if (home) await rm(home, { recursive: true, force: true })
    // Some clients do not work below the folder for temporary files.
    home = await mkdtemp(join(homedir(), '.switchyard-client-'))
    models = []
    site.relay.upstream.requests.length = 0
  })
  afterAll(async () => {
    await rm(home, { recursive: true, force: true })
  })
  return {
    site,
    async goTo({ type, name }, script, model = site.relay.model()) {
      site.model = model
      const { key: channelKey } = await site.relay.channel({
        type,
        models: site.model,
        model_mapping: JSON.stringify({ [site.model]: name }),
      })
      site.relay.upstream.set({ script }, channelKey)
      models.push(site.model)
    },
    ask: (prompt, more) =>
      run(client, {
        installed,
        url: site.url,
        key,
        model: site.model,
        models,
        prompt,
        home,
        resume: false,
        ...more,
      }),
    wasStreamed() {
      const { path, body } = site.relay.upstream.requests.at(-1) ?? { path: '', body: new Uint8Array() }
      return path.includes(':streamGenerateContent') || JSON.parse(Buffer.from(body).toString()).stream === true
    },
    sent: () => site.relay.upstream.requests.map(({ body }) => Buffer.from(body).toString()),
  }
}
