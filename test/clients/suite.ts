import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Asked, Script, Scripted } from '#test/fake-upstream/script.ts'
import { onDatabase } from '#test/harness/databases.ts'
import { CHAT_ONLY, CLAUDE, GEMINI } from '#test/harness/responses-site.ts'
import { type SdkSite, sdkSite } from '#test/harness/sdk-site.ts'
import type { Client, Question, Ran } from './client.ts'
import { type Installation, install } from './install.ts'
import { run } from './run.ts'

const CHANNELS = [
  // Clients of responses ask for reasoning, which other models of OpenAI refuse.
  ['OpenAI', { type: 1, name: 'gpt-5.1' }],
  ['chat only', CHAT_ONLY],
  ['Anthropic', CLAUDE],
  ['Gemini', GEMINI],
] as const

/** What the client's shell prints only if it ran the command. */
const COMMAND = 'echo made-$((40+2))'
const MADE = 'made-42'
const SUMMARY = 'SUMMARY: the roof leaks'
/** A summary that OpenAI sealed itself. */
const SEALED = 'gAAAAABsummary'
const INSTALL_MS = 600_000

/** What a suite of one client works with. */
export interface ClientSite {
  site: SdkSite
  /** From now on the test's model, which is a new one unless it is named, is at this vendor, which answers as told. */
  goTo(channel: { type: number; name: string }, script: Script, model?: string): Promise<void>
  /** Runs the client. */
  ask(prompt: string, more?: Partial<Question>): Promise<Ran>
  /** What the vendors were asked, as texts. */
  sent(): string[]
}

/**
 * Runs a client against a server whose channels lead to scripted vendors: a plain answer, a loop of tools, a compaction and a
 * change of the model, through a channel of each format. Prints what held. `more` adds tests of the client's own.
 */
export function clientSuite(client: Client, more?: (its: ClientSite) => void): void {
  const table = new Map<string, Record<string, string>>()
  onDatabase('sqlite', (fresh) => {
    const its = clientSite(client, sdkSite(fresh))
    describe.each(CHANNELS)(`${client.name} through %s`, (label, channel) => {
      const held = (name: string, work: () => Promise<void>) => {
        const row = table.get(label) ?? {}
        table.set(label, Object.assign(row, { [name]: 'failed' }))
        test(name, async () => {
          await work()
          row[name] = 'ok'
        })
      }
      scenarios(client, its, channel, held)
    })
    more?.(its)
  })
  afterAll(() => console.table(Object.fromEntries([...table].map(([label, row]) => [`${client.name}, ${label}`, row]))))
}

type Held = (name: string, work: () => Promise<void>) => void

function scenarios(client: Client, { goTo, ask, sent }: ClientSite, channel: (typeof CHANNELS)[number][1], held: Held) {
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

  if (client.compactsAt !== undefined) {
    const promptTokens = client.compactsAt * 2
    held('compaction', async () => {
      await goTo(channel, ({ text, tools }) => {
        if (text.includes(SUMMARY) || text.includes(SEALED)) return { text: 'Mended after the summary.' }
        if (text.includes('replaced by a summary')) return { text: SUMMARY }
        return { ...client.shell(COMMAND, tools), promptTokens }
      })
      expect((await ask('Mend the roof.')).output).toContain('Mended after the summary.')
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
  beforeAll(async () => {
    installed = await install(...client.packages)
    key = await site.relay.token()
  }, INSTALL_MS)
  beforeEach(async () => {
    if (home) await rm(home, { recursive: true, force: true })
    // Some clients do not work below the folder for temporary files.
    home = await mkdtemp(join(homedir(), '.switchyard-client-'))
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
    },
    ask: (prompt, more) =>
      run(client, {
        installed,
        url: site.url,
        key,
        model: site.model,
        prompt,
        home,
        resume: false,
        settings: '',
        ...more,
      }),
    sent: () => site.relay.upstream.requests.map(({ body }) => Buffer.from(body).toString()),
  }
}
