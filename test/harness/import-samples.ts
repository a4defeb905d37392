import { Database } from 'bun:sqlite'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

/** Databases that the other programs wrote through their own interfaces; all names and keys are invented. */
export const SAMPLES = ['one-api', 'new-api-0.3.1.4', 'new-api-2026-07', 'one-hub'] as const
export type Sample = (typeof SAMPLES)[number]

const FOLDER = join(import.meta.dirname, '../import/samples')

/** What is known of a sample: keys of tokens by name, codes (used, disabled, and two free ones), passwords. */
export interface SampleFacts {
  keys: Record<string, string>
  codes: string[]
  rootpw: string
  pw: Record<'alice' | 'bob' | 'carol' | 'dave', string>
}

export const factsOf = (sample: Sample): SampleFacts =>
  JSON.parse(readFileSync(join(FOLDER, `${sample}.json`), 'utf8')) as SampleFacts

/** A copy of a sample in a folder of its own. */
export interface SampleFile {
  path: string
  /** Changes the copy, as the other program does while it runs. */
  change(work: (file: Database) => void): void
  remove(): void
}

export function sampleFile(sample: Sample): SampleFile {
  const folder = mkdtempSync(join(tmpdir(), 'switchyard-sample-'))
  const path = join(folder, 'one-api.db')
  writeFileSync(path, gunzipSync(readFileSync(join(FOLDER, `${sample}.db.gz`))))
  return {
    path,
    change(work) {
      const file = new Database(path)
      work(file)
      file.close()
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
