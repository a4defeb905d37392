import { dirname, join, resolve } from 'node:path'
import type { CodeProviderName } from '#contract/login/login-providers.ts'
import { version } from '../../package.json'
import { readCommonProxies } from './net/common-proxies.ts'
import { ipListProblem } from './net/ip-list.ts'
import { readTelemetryConfig, type TelemetryConfig } from './telemetry/read-telemetry-config.ts'
import { usableCores } from './usable-cores.ts'

/** The well-known initial password of the first account, where only this machine can reach the server. */
export const DEFAULT_ROOT_PASSWORD = '123456'

/** The work of hashing a password with argon2id: kilobytes of memory, and passes over them. */
export interface PasswordCost {
  memoryCost: number
  timeCost: number
}

/** OWASP's parameters: 19 MiB and two passes; about 20 ms of one core. No variable lowers them. */
export const PASSWORD_COST: PasswordCost = { memoryCost: 19_456, timeCost: 2 }

/** All settings from the environment; read only here. */
export interface Config {
  port: number
  host: string
  dataDir: string
  /** Processes that relay calls on the port from the start, at least 1. */
  workers: number
  /** As many may run when there is work for them, at least `workers`. */
  maxWorkers: number
  /** The place of this process if it is a further one; undefined = it is the first, or the only one. */
  worker: WorkerPorts | undefined
  /** PostgreSQL address; undefined = SQLite in `dataDir`. */
  databaseUrl: string | undefined
  redisUrl: string | undefined
  /** Passphrase of the encryption at rest; undefined = a key file in `dataDir`. */
  secretKey: string | undefined
  /** undefined = root has none until the printed link was used. */
  initialRootPassword: string | undefined
  passwordCost: PasswordCost
  /** Addresses and networks whose X-Forwarded-For is trusted. */
  trustedProxies: string[]
  /** `always` = an answer waits until its charge is on disk. */
  journalSync: 'group' | 'always'
  /** Largest request body of a relayed call, in bytes. */
  maxBodyBytes: number
  /** Memory for the bodies of all relayed calls together, in all processes, in bytes. */
  bodyMemoryBytes: number
  /**
   * Maximum bytes of one upstream's answer that are held in memory, decoded. A stream that is passed through is not
   * held.
   */
  maxAnswerBytes: number
  /** Memory for the answers of all relayed calls together, in all processes, in bytes. */
  answerMemoryBytes: number
  /** Images and files that callers name by URL may be in the server's own network. */
  privateMedia: boolean
  /** The probability of harm from which Google's filters block. */
  geminiSafety: string
  /** How long calls are still accepted after SIGTERM while load balancers remove the node, in seconds. */
  shutdownDelaySeconds: number
  /** How long streams may finish after that, in seconds. */
  drainSeconds: number
  logLevel: string
  /** Minutes between two tests of all channels, and between two updates of their balances; 0 = only manually. */
  channelTestMinutes: number
  channelBalanceMinutes: number
  /** Whether the console's calls are limited per address and account. */
  rateLimit: boolean
  /** Bearer token with which a monitoring system reads /metrics; undefined = only root may. */
  metricsToken: string | undefined
  /** Where spans and metrics are sent; undefined = nowhere. */
  telemetry: TelemetryConfig | undefined
  /** The base URLs of the fixed identity providers, of Stripe, and of the bot check. */
  externals: ExternalAddresses
  webDir: string
  version: string
}

/** The place of a process beside the first one of its server, which has started it. */
export interface WorkerPorts {
  /** From 2 on. */
  number: number
  /** The port for callers. */
  port: number
  /** The port of the first process's web server on the loopback interface. */
  webPort: number
}

/** The variable by which the first process tells the others their place, as JSON. */
export const WORKER_VARIABLE = 'SWITCHYARD_WORKER'

/** Base addresses without a trailing slash. Those that are absent are in the provider's own file. */
export interface ExternalAddresses extends Partial<Record<CodeProviderName, string>> {
  github: string
  githubApi: string
  linuxdo: string
  stripe: string
  turnstile: string
}

const EXTERNALS: ExternalAddresses = {
  github: 'https://github.com',
  githubApi: 'https://api.github.com',
  linuxdo: 'https://connect.linux.do',
  stripe: 'https://api.stripe.com',
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
/** More processes than this gain nothing on one database. */
const MAX_WORKERS = 64
/** As many start by themselves: on SQLite, more would wait for each other's writes (docs/operate/performance.md). */
const MAX_AUTOMATIC_WORKERS = { sqlite: 4, postgres: 8 }

/** The passwords that the login accepts; with any other, logging in would be impossible. */
const FIRST_PASSWORD = /^(?=.*\S).{1,200}$/s
const WHAT_PASSWORD = 'have 1 to 200 characters that are not all spaces'

/** A password that everybody knows is good enough where nobody else can reach the server. */
const knownPassword = (host: string) =>
  /^(localhost|127(\.\d+){3}|\[?::1\]?)$/.test(host) ? DEFAULT_ROOT_PASSWORD : undefined

/** Reads and checks the environment. Throws an Error that names the variable at fault. */
export function readConfig(env: Record<string, string | undefined>): Config {
  // Refuses what is no proxy; whoever connects reads the variables again.
  readCommonProxies(env)
  const root = homeOf(import.meta.path, process.execPath)
  const host = env.HOST || '127.0.0.1'
  const databaseUrl = addressOf(env, 'DATABASE_URL', /^postgres(ql)?:$/, 'postgres://user:password@host:5432/name')
  return {
    port: integerOf(env, 'PORT', 3000, 0, 65_535),
    host,
    dataDir: resolve(env.DATA_DIR || 'data'),
    ...workersOf(env, databaseUrl ? 'postgres' : 'sqlite'),
    worker: placeOfWorker(env),
    databaseUrl,
    redisUrl: addressOf(env, 'REDIS_URL', /^rediss?:$/, 'redis://host:6379'),
    secretKey: secretOf(env, 'SECRET_KEY', /\S/, 'contain more than spaces'),
    initialRootPassword: secretOf(env, 'INITIAL_ROOT_PASSWORD', FIRST_PASSWORD, WHAT_PASSWORD) ?? knownPassword(host),
    passwordCost: PASSWORD_COST,
    trustedProxies: networksOf(env, 'TRUSTED_PROXIES'),
    journalSync: choiceOf(env, 'JOURNAL_SYNC', ['group', 'always']),
    privateMedia: choiceOf(env, 'PRIVATE_MEDIA', ['off', 'on']) === 'on',
    geminiSafety: choiceOf(env, 'GEMINI_SAFETY_SETTING', SAFETY_THRESHOLDS),
    ...bodySizes(env),
    ...answerSizes(env),
    shutdownDelaySeconds: integerOf(env, 'SHUTDOWN_DELAY_SECONDS', 0, 0, 3600),
    drainSeconds: integerOf(env, 'DRAIN_SECONDS', 30, 0, 3600),
    logLevel: choiceOf(env, 'LOG_LEVEL', ['info', 'debug', 'warn', 'error', 'silent']),
    channelTestMinutes: integerOf(env, 'CHANNEL_TEST_FREQUENCY', 0, 0, 525_600),
    channelBalanceMinutes: integerOf(env, 'CHANNEL_UPDATE_FREQUENCY', 0, 0, 525_600),
    rateLimit: choiceOf(env, 'RATE_LIMIT', ['on', 'off']) === 'on',
    metricsToken: secretOf(env, 'METRICS_TOKEN', /^[!-~]+$/, 'consist of letters, digits and signs without spaces'),
    telemetry: readTelemetryConfig(env),
    externals: EXTERNALS,
    webDir: join(root, 'web'),
    version,
  }
}

/** Returns the folder that contains the console's folder: that of the compiled program, or the repository's `dist`. */
function homeOf(module: string, program: string): string {
  if (module.startsWith('/$bunfs') || module.includes('~BUN')) return dirname(program)
  return resolve(module, '../../../dist')
}

/**
 * Reads how many processes relay calls: one, and more when it has too much to do, unless the number is given. Only
 * Linux spreads the connections of a port over several.
 */
function workersOf(
  env: Record<string, string | undefined>,
  engine: keyof typeof MAX_AUTOMATIC_WORKERS,
): Pick<Config, 'workers' | 'maxWorkers'> {
  const isLinux = process.platform === 'linux'
  const cores = Math.min(usableCores(), MAX_WORKERS)
  if (!env.WORKERS) return { workers: 1, maxWorkers: isLinux ? Math.min(cores, MAX_AUTOMATIC_WORKERS[engine]) : 1 }
  const workers = env.WORKERS === 'cores' ? cores : integerOf(env, 'WORKERS', 1, 1, MAX_WORKERS)
  if (workers > 1 && !isLinux) throw new Error('WORKERS above 1 needs Linux')
  return { workers, maxWorkers: workers }
}

/** Returns the place that the first process gave this one. */
function placeOfWorker(env: Record<string, string | undefined>): WorkerPorts | undefined {
  const place = env[WORKER_VARIABLE]
  return place ? (JSON.parse(place) as WorkerPorts) : undefined
}

/** The largest body must fit when no other memory is reserved. */
function bodySizes(env: Record<string, string | undefined>): Pick<Config, 'maxBodyBytes' | 'bodyMemoryBytes'> {
  const largest = integerOf(env, 'MAX_BODY_MB', 64, 1, 1024)
  const all = integerOf(env, 'BODY_MEMORY_MB', 8 * largest, 2 * largest, 1_048_576)
  return { maxBodyBytes: largest * MEGABYTE, bodyMemoryBytes: all * MEGABYTE }
}

/** One user may hold a third of the memory, and the largest answer must fit into that. */
function answerSizes(env: Record<string, string | undefined>): Pick<Config, 'maxAnswerBytes' | 'answerMemoryBytes'> {
  const largest = integerOf(env, 'MAX_ANSWER_MB', 64, 1, 1024)
  const all = integerOf(env, 'ANSWER_MEMORY_MB', 4 * largest, 3 * largest, 1_048_576)
  return { maxAnswerBytes: largest * MEGABYTE, answerMemoryBytes: all * MEGABYTE }
}

function integerOf(env: Record<string, string | undefined>, name: string, fallback: number, min: number, max: number) {
  const text = env[name]
  if (!text) return fallback
  const value = /^\d+$/.test(text) ? Number(text) : -1
  if (value < min || value > max) {
    throw new Error(`${name} must be an integer from ${min} to ${max}, not "${text}"`)
  }
  return value
}

/** Reads the address of a service, unchanged. The error does not repeat it, because it may contain a password. */
function addressOf(env: Record<string, string | undefined>, name: string, scheme: RegExp, example: string) {
  const text = env[name]
  if (!text) return undefined
  if (URL.canParse(text) && scheme.test(new URL(text).protocol)) return text
  throw new Error(
    `${name} must be an address such as ${example}; special characters in a password must be percent-encoded (%23 for #)`,
  )
}

function secretOf(env: Record<string, string | undefined>, name: string, allowed: RegExp, wanted: string) {
  const text = env[name]
  if (!text) return undefined
  if (!allowed.test(text)) throw new Error(`${name} must ${wanted}`)
  return text
}

function networksOf(env: Record<string, string | undefined>, name: string): string[] {
  const text = env[name] ?? ''
  const problem = ipListProblem(text)
  if (problem) throw new Error(`${name} must be addresses and networks (10.0.0.1, 10.0.0.0/8), not "${problem.text}"`)
  return text.split(/[\s,]+/).filter(Boolean)
}

function choiceOf<T extends string>(env: Record<string, string | undefined>, name: string, choices: readonly T[]): T {
  const text = env[name] || choices[0]
  const choice = choices.find((candidate) => candidate === text)
  if (!choice) throw new Error(`${name} must be one of ${choices.join(', ')}, not "${text}"`)
  return choice
}
