import { chmodSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import * as z from 'zod/mini'
import { type Given, UsageError } from './arguments.mjs'
import { CommandError } from './command.ts'

/** A server and who calls it. */
export interface Connection {
  /** Without a trailing slash. */
  url: string
  token: string
}

type Env = Record<string, string | undefined>
const stored = z.object({ url: z.optional(z.string()), token: z.optional(z.string()) })

/** What group and others may do with a file. */
const OTHERS = 0o077

/** The configuration file that a line, or the environment, names. */
export function configPath(given: Given, env: Env): string {
  const folder = env.XDG_CONFIG_HOME || join(env.HOME || homedir(), '.config')
  return given.text('config') || env.SWITCHYARD_CONFIG || join(folder, 'switchyard', 'config.json')
}

/** The server by flags, environment and configuration file, in this order. Throws a UsageError that says what is missing. */
export function findConnection(given: Given, env: Env): Connection {
  const path = configPath(given, env)
  const named = given.text('config') ?? env.SWITCHYARD_CONFIG
  const url = given.text('server') || env.SWITCHYARD_URL
  const token = given.text('token') || env.SWITCHYARD_TOKEN
  const file = url && token ? {} : readConfigFile(path, named !== undefined)
  // A token of the file belongs to the server of the file: it is not sent to another one.
  if (url && !token && file.token && file.url && addressOf(file.url) !== addressOf(url)) {
    throw new UsageError(`No access token for ${url}: set SWITCHYARD_TOKEN (the one in ${path} is for ${file.url})`)
  }
  const server = url || file.url
  const secret = token || file.token
  if (!server) throw new UsageError('No server: give --server, set SWITCHYARD_URL, or run "switchyard login" once')
  if (!secret) throw new UsageError('No access token: set SWITCHYARD_TOKEN, or run "switchyard login" once')
  return { url: addressOf(server), token: secret }
}

/** Checks the form of a server's address. Throws a UsageError. */
export function addressOf(text: string): string {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol))
    throw new UsageError(`"${text}" is no address such as https://switchyard.example.com`)
  if (url.username || url.password) throw new UsageError('The address of the server must not hold a password')
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '')
}

/** Writes the file so that only its owner can read it. */
export function writeConfigFile(path: string, connection: Connection): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const unfinished = `${path}.${process.pid}`
  writeFileSync(unfinished, `${JSON.stringify(connection, null, 2)}\n`, { mode: 0o600 })
  chmodSync(unfinished, 0o600)
  renameSync(unfinished, path)
}

function readConfigFile(path: string, mustExist: boolean): Partial<Connection> {
  const facts = statSync(path, { throwIfNoEntry: false })
  if (!facts) {
    if (mustExist) throw new UsageError(`There is no configuration file ${path}`)
    return {}
  }
  if (process.platform !== 'win32' && facts.mode & OTHERS) {
    throw new CommandError(`${path} holds an access token and others can read it: run chmod 600 ${path}`)
  }
  try {
    return stored.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    throw new CommandError(`${path} is not a configuration file: {"url": "https://…", "token": "…"}`)
  }
}
