import { test } from 'bun:test'
import { expectNone, sources } from './sources.ts'

const byPath = new Map(sources.map((source) => [source.path, source]))

/** What is loaded with `start`, by the file that imports it first. */
function loadedWith(start: string): Map<string, string> {
  const loaded = new Map([[start, '']])
  for (const path of loaded.keys()) {
    for (const { target, typeOnly, late } of byPath.get(path)?.imports ?? []) {
      if (!typeOnly && !late && !loaded.has(target)) loaded.set(target, path)
    }
  }
  return loaded
}

test('a server starts without the console, the jobs and the libraries of either', () => {
  const loaded = [...loadedWith('server/run-server.ts')]
  const needless =
    /\/[\w-]*routes\.ts$|^server\/app\.ts$|^server\/jobs\/all\.ts$|^(?:hono$|hono\/(?!cors)|nodemailer|stripe|pdf-lib|marked|yaml)/
  expectNone(
    loaded.filter(([path]) => needless.test(path)).map(([path, from]) => `${from} imports ${path}`),
    'The first call waits for all that is loaded before it. Load with import() what only the console or a job needs:',
  )
})
