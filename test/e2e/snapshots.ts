import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ConsoleClient, clientOf, logIn, prove, type Session } from './console-client.ts'
import { type Site, startSite, startUpstream } from './processes.ts'
import { seed } from './seed.ts'

/** What sites begin with: nothing but root, or something of every kind in each list. */
export type Snapshot = 'empty' | 'seeded'

/** A server of its own, and root, who is logged in there. */
export interface Started {
  site: Site
  root: ConsoleClient
  /** When root last proved who that is, in ms. */
  proven: number
}

/** What the workers of a run share; they inherit the names of the folder that holds it. */
interface Shared {
  upstreamUrl: string
  session: Session
  proven: number
}

const FOLDER = 'E2E_SNAPSHOTS'
/** A proof counts for five minutes, and a test may take three. */
const PROOF_MS = 120_000

/**
 * Makes the data folders that all sites of a run begin with, so that a site is neither set up nor filled again, and nobody
 * logs in anew. Starts the upstream that they share. Returns what ends both.
 */
export default async function makeSnapshots(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'switchyard-e2e-'))
  const upstream = await startUpstream()
  const session = await withSite(folder, 'empty', upstream.url, (site) => logIn(site.url))
  await cp(join(folder, 'empty'), join(folder, 'seeded'), { recursive: true })
  await withSite(folder, 'seeded', upstream.url, (site) => seed(site, clientOf(site.url, session)))
  const { user, cookie } = session
  const shared: Shared = { upstreamUrl: upstream.url, session: { user, cookie }, proven: Date.now() }
  await writeFile(join(folder, 'shared.json'), JSON.stringify(shared))
  process.env[FOLDER] = folder
  return async () => {
    await upstream.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Runs a server on a snapshot while `use` changes it. */
async function withSite<T>(folder: string, snapshot: Snapshot, upstreamUrl: string, use: (site: Site) => Promise<T>) {
  const site = await startSite(join(folder, snapshot), upstreamUrl)
  try {
    return await use(site)
  } finally {
    await site.stop()
  }
}

/** Starts a server on a copy of a snapshot, which goes when it stops; `program`: another one than that of an operator. */
export async function startFrom(snapshot: Snapshot, program?: string): Promise<Started> {
  const folder = process.env[FOLDER] ?? ''
  const { upstreamUrl, session, proven } = JSON.parse(await readFile(join(folder, 'shared.json'), 'utf8')) as Shared
  const dataDir = await mkdtemp(join(folder, 'site-'))
  await cp(join(folder, snapshot), dataDir, { recursive: true })
  const site = await startSite(dataDir, upstreamUrl, program)
  const stop = async () => {
    await site.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { site: { ...site, stop }, root: clientOf(site.url, session), proven }
}

/** Root, for whom every page opens: a proof of identity that would soon be too old is given again. */
export async function freshRoot(started: Started): Promise<ConsoleClient> {
  if (Date.now() - started.proven > PROOF_MS) {
    await prove(started.root)
    started.proven = Date.now()
  }
  return started.root
}
