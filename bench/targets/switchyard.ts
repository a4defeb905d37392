import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Api, logInAsRoot } from '../console.ts'
import { answers, commandOf, freePort, startProcess } from '../process.ts'
import { MODELS } from '../scenarios.ts'
import { JSON_HEADERS, type Target, UPSTREAM_KEY } from '../target.ts'

/** The check of a password takes 40 MB for a moment; a server at rest has given them back. */
const PASSWORD_MEMORY_MS = 1000
/** Sources start slowly on a busy machine; nothing that is measured depends on it. */
const START_MS = 180_000
const SOURCES = join(import.meta.dirname, '../../server/main.ts')

/** What is different about a Switchyard that is measured beside the plain one. */
export interface Variant {
  name: string
  env?: Record<string, string>
  /** Channels of one priority that have the models. */
  channels?: number
  /** A model that a channel of Anthropic's format has. */
  convertedModel?: string
  /** A module that is loaded into the server, which must be sources. */
  preload?: string
  /** Fields of the token. */
  token?: object
  /** So many further tokens of the same kind, which calls use in turn. */
  tokens?: number
}

export const PLAIN: Variant = { name: 'Switchyard (auth, billing, journal, log)' }

/** A token with every kind of limit, none of which is reached. */
export const LIMITED: Variant = {
  name: 'Switchyard, token with limits',
  token: {
    limits: {
      rpm: 10_000_000,
      tpm: 1_000_000_000,
      concurrency: 10_000,
      budgets: [{ window: 'day', quota: 50_000_000 }],
    },
  },
}

const MANY_TOKENS = 100_000

/** What limits of many tokens cost is the difference of these two: at most a tenth. */
export const MANY_UNLIMITED: Variant = { name: 'Switchyard, 100,000 tokens', tokens: MANY_TOKENS }
export const MANY_LIMITED: Variant = {
  name: 'Switchyard, 100,000 tokens with limits',
  tokens: MANY_TOKENS,
  token: { limits: { rpm: 10_000, tpm: 10_000_000, rpd: 1_000_000, concurrency: 100 } },
}

export const MANY_CHANNELS: Variant = { name: 'Switchyard, 5,000 channels', channels: 5000 }

export const TWO_PROCESSES: Variant = { name: 'Switchyard, WORKERS=2', env: { WORKERS: '2' } }

/**
 * A fresh Switchyard with everything on: token auth, prices, billing, journal, log; on SQLite unless the variant says
 * otherwise. `program` is what runs: a build, or the sources.
 */
export async function startSwitchyard(upstreamPort: number, program = SOURCES, variant = PLAIN): Promise<Target> {
  const port = freePort()
  const url = `http://127.0.0.1:${port}`
  const folder = mkdtempSync(join(tmpdir(), 'switchyard-bench-'))
  const server = await startProcess(...commandOf(program, variant.preload), {
    env: {
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: folder,
      DATABASE_URL: '',
      REDIS_URL: '',
      INITIAL_ROOT_PASSWORD: '',
      WORKERS: '1',
      BUN_CONFIG_MAX_HTTP_REQUESTS: '65535',
      // Many tokens are created at once; calls are not limited by it.
      ...(variant.tokens && { RATE_LIMIT: 'off' }),
      ...variant.env,
    },
    startMs: START_MS,
    ready: answers(`${url}/api/status`),
  })
  const stop = async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const api = await logInAsRoot(url)
    const key = await setUp(api, upstreamPort, variant)
    const keys = variant.tokens ? await createTokens(api, variant.tokens, variant.token) : undefined
    const refuseWords = async (words: readonly string[]) => {
      await api('PUT', '/api/option/', { key: 'SensitiveWords', value: words.join('\n') })
    }
    await Bun.sleep(PASSWORD_MEMORY_MS)
    const headers = { ...JSON_HEADERS, authorization: `Bearer sk-${key}` }
    return { name: variant.name, port, headers, ...(keys && { keys }), pid: server.pid, refuseWords, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Tokens of one request. */
const BATCH = 100

/** Creates tokens and returns their keys without `sk-`. */
async function createTokens(api: Api, count: number, fields: object = {}): Promise<string[]> {
  const keys: string[] = []
  for (let from = 0; from < count; from += BATCH) {
    const names = Array.from({ length: BATCH }, (_, n) => `bench ${from + n}`)
    const body = { names, unlimited_quota: true, expired_time: -1, remain_quota: 0, ...fields }
    const made = await api<{ key: string }[]>('POST', '/api/token/batch/create', body)
    keys.push(...made.map(({ key }) => key))
  }
  return keys
}

/** What an operator does on the first day, over the console's API. Returns the token's key without `sk-`. */
async function setUp(
  api: Api,
  upstreamPort: number,
  { channels = 1, convertedModel, token: fields }: Variant,
): Promise<string> {
  // A key a line: each becomes a channel.
  const key = Array.from({ length: channels }, (_, index) =>
    index === 0 ? UPSTREAM_KEY : `${UPSTREAM_KEY}-${index}`,
  ).join('\n')
  const channel = { name: 'bench', key, base_url: `http://127.0.0.1:${upstreamPort}`, group: 'default' }
  await api('POST', '/api/channel/', { ...channel, type: 1, models: MODELS.join(',') })
  if (convertedModel) await api('POST', '/api/channel/', { ...channel, type: 14, models: convertedModel })
  // Cheap enough that root's first credit outlasts the run.
  const ratios = Object.fromEntries(
    [...MODELS, ...(convertedModel ? [convertedModel] : [])].map((model) => [model, 0.001]),
  )
  await api('PUT', '/api/option/', { key: 'ModelRatio', value: JSON.stringify(ratios) })
  await api('POST', '/api/token/', {
    ...{ name: 'bench', unlimited_quota: true, expired_time: -1, remain_quota: 0 },
    ...fields,
  })
  const [token] = await api<{ key: string }[]>('GET', '/api/token/?p=0&size=10')
  if (!token) throw new Error('the token that was created is not in the list')
  return token.key
}
