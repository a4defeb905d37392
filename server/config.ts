import { dirname, join, resolve } from 'node:path'
import { version } from '../package.json'

/** The well-known password that the first account begins with. */
export const DEFAULT_ROOT_PASSWORD = '123456'

/** Everything that the environment may set; read here and nowhere else. */
export interface Config {
  port: number
  host: string
  dataDir: string
  /** PostgreSQL address; undefined = SQLite in `dataDir`. */
  databaseUrl: string | undefined
  redisUrl: string | undefined
  /** Passphrase of the encryption at rest; undefined = a key file in `dataDir`. */
  secretKey: string | undefined
  initialRootPassword: string
  /** Addresses and networks whose X-Forwarded-For counts. */
  trustedProxies: string[]
  /** `always` = an answer waits until its charge is on disk. */
  journalSync: 'group' | 'always'
  /** Largest request body of a relayed call, in bytes. */
  maxBodyBytes: number
  /** Images and files that callers name by their address may lie in the server's own network. */
  privateMedia: boolean
  /** From which probability of harm Google's filters block. */
  geminiSafety: string
  /** How long streams may finish after SIGTERM, in seconds. */
  drainSeconds: number
  logLevel: string
  /** Minutes between two tests of all channels, and between two updates of their balances; 0 = by hand alone. */
  channelTestMinutes: number
  channelBalanceMinutes: number
  /** Whether the console's calls are limited per address and account. */
  rateLimit: boolean
  /** What a monitoring system sends as bearer token to read /metrics; undefined = only root may. */
  metricsToken: string | undefined
  /** Where the fixed identity providers and the bot check are. */
  externals: ExternalAddresses
  webDir: string
  version: string
}

/** Base addresses without a trailing slash. */
export interface ExternalAddresses {
  github: string
  githubApi: string
  linuxdo: string
  turnstile: string
}

const EXTERNALS: ExternalAddresses = {
  github: 'https://github.com',
  githubApi: 'https://api.github.com',
  linuxdo: 'https://connect.linux.do',
  turnstile: 'https://challenges.cloudflare.com',
}

/** https://ai.google.dev/gemini-api/docs/safety-settings; the first is the default. */
const SAFETY_THRESHOLDS = [
  'BLOCK_NONE',
  'OFF',
  'BLOCK_ONLY_HIGH',
  'BLOCK_MEDIUM_AND_ABOVE',
  'BLOCK_LOW_AND_ABOVE',
] as const

const MEGABYTE = 1024 * 1024

/** Reads and checks the environment. Throws an Error that names the variable at fault. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const root = homeOf(import.meta.path, process.execPath)
  return {
    port: integerOf(env, 'PORT', 3000, 0, 65_535),
    host: env.HOST || '127.0.0.1',
    dataDir: resolve(env.DATA_DIR || 'data'),
    databaseUrl: env.DATABASE_URL || undefined,
    redisUrl: env.REDIS_URL || undefined,
    secretKey: env.SECRET_KEY || undefined,
    initialRootPassword: env.INITIAL_ROOT_PASSWORD || DEFAULT_ROOT_PASSWORD,
    trustedProxies: (env.TRUSTED_PROXIES ?? '').split(/[\s,]+/).filter(Boolean),
    journalSync: choiceOf(env, 'JOURNAL_SYNC', ['group', 'always']),
    privateMedia: choiceOf(env, 'PRIVATE_MEDIA', ['off', 'on']) === 'on',
    geminiSafety: choiceOf(env, 'GEMINI_SAFETY_SETTING', SAFETY_THRESHOLDS),
    maxBodyBytes: integerOf(env, 'MAX_BODY_MB', 64, 1, 1024) * MEGABYTE,
    drainSeconds: integerOf(env, 'DRAIN_SECONDS', 30, 0, 3600),
    logLevel: choiceOf(env, 'LOG_LEVEL', ['info', 'debug', 'warn', 'error', 'silent']),
    channelTestMinutes: integerOf(env, 'CHANNEL_TEST_FREQUENCY', 0, 0, 525_600),
    channelBalanceMinutes: integerOf(env, 'CHANNEL_UPDATE_FREQUENCY', 0, 0, 525_600),
    rateLimit: choiceOf(env, 'RATE_LIMIT', ['on', 'off']) === 'on',
    metricsToken: env.METRICS_TOKEN || undefined,
    externals: EXTERNALS,
    webDir: join(root, 'web'),
    version,
  }
}

/**
 * The folder that holds the console's: that of the compiled program, or the repository's `dist`. `module` is this file,
 * or the file it was built into: `dist/server/<build>/main.js`.
 */
function homeOf(module: string, program: string): string {
  if (module.startsWith('/$bunfs') || module.includes('~BUN')) return dirname(program)
  return module.endsWith('.ts') ? resolve(module, '../../dist') : resolve(module, '../../..')
}

function integerOf(env: Record<string, string | undefined>, name: string, fallback: number, min: number, max: number) {
  const text = env[name]
  if (!text) return fallback
  const value = Number(text)
  if (!Number.isInteger(value) || value < min || value > max) {
    throw new Error(`${name} must be an integer from ${min} to ${max}, not "${text}"`)
  }
  return value
}

function choiceOf<T extends string>(env: Record<string, string | undefined>, name: string, choices: readonly T[]): T {
  const text = env[name] || choices[0]
  const choice = choices.find((candidate) => candidate === text)
  if (!choice) throw new Error(`${name} must be one of ${choices.join(', ')}, not "${text}"`)
  return choice
}
