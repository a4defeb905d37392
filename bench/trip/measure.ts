import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BODIES } from '../scenarios.ts'
import { median } from '../statistics.ts'
import type { Target } from '../target.ts'
import { PLAIN, startSwitchyard } from '../targets/switchyard.ts'
import { countTrip, type Trip } from './notes.ts'

/** What is asked: a small JSON call, and a stream whose upstream has another format. */
export interface Trips {
  json: Trip
  convertedStream: Trip
}

const ROOT = join(import.meta.dirname, '../..')
/** Its upstream has Anthropic's format. */
const CONVERTED_MODEL = 'fake-claude'
const CONVERTED_STREAM = BODIES.stream.replace(/"model":"[^"]*"/, `"model":"${CONVERTED_MODEL}"`)
/** Caches are filled by then, and the ratios of estimates are learned from some calls only. */
const WARM_CALLS = 17
/** Odd, for a middle: what is due at intervals falls into some calls. */
const ROUNDS = 5
/** What a call leaves behind, settled and written. */
const AFTERMATH_MS = 700
/** What is done right behind an answer belongs to its call. */
const TAIL_MS = 50
const PATIENCE_MS = 60_000

/** Counts the files and functions that warm calls enter in a server of the sources, which keeps notes of them. */
export async function measureTrips(upstreamPort: number): Promise<Trips> {
  const out = mkdtempSync(join(tmpdir(), 'switchyard-trip-'))
  const env = { TRIP_ROOT: ROOT, TRIP_FOLDERS: 'server,contract', TRIP_OUT: out }
  try {
    const variant = { ...PLAIN, preload: join(import.meta.dirname, 'preload.ts'), env, convertedModel: CONVERTED_MODEL }
    const target = await startSwitchyard(upstreamPort, undefined, variant)
    try {
      const counted = counterOf(target, out)
      return { json: await counted(BODIES.small), convertedStream: await counted(CONVERTED_STREAM) }
    } finally {
      await target.stop()
    }
  } finally {
    rmSync(out, { recursive: true })
  }
}

/** Returns a function that makes calls with a body, one at a time, and returns how far one of them goes. */
function counterOf(target: Target, out: string) {
  let file = 0
  const notes = async (): Promise<string[]> => {
    const path = join(out, String(file++))
    process.kill(target.pid ?? 0, 'SIGUSR2')
    for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await Bun.sleep(5)) {
      if (await Bun.file(path).exists()) return readFileSync(path, 'utf8').split('\n').filter(Boolean)
    }
    throw new Error('the server wrote no notes of the functions that it entered')
  }
  return async (body: string): Promise<Trip> => {
    for (let call = 0; call < WARM_CALLS; call++) await ask(target, body)
    const trips: Trip[] = []
    for (let round = 0; round < ROUNDS; round++) {
      await Bun.sleep(AFTERMATH_MS)
      await notes()
      await ask(target, body)
      await Bun.sleep(TAIL_MS)
      trips.push(countTrip(await notes()))
    }
    return {
      files: median(trips.map(({ files }) => files)),
      functions: median(trips.map(({ functions }) => functions)),
    }
  }
}

async function ask({ port, headers }: Target, body: string): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}/v1/chat/completions`, { method: 'POST', headers, body })
  const text = await answer.text()
  if (answer.status !== 200 || !text.includes('"choices"')) throw new Error(`${answer.status} ${text.slice(0, 300)}`)
}
