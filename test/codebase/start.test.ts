import { test } from 'bun:test'
import { loadedWith } from './loaded-with.ts'
import { expectNone } from './sources.ts'

test('a server starts without the console, the jobs and the libraries of either', () => {
  const loaded = [...loadedWith('server/run-server.ts')]
  const needless =
    /\/[\w-]*routes\.ts$|^server\/app\.ts$|^server\/cluster\/jobs\/all\.ts$|^(?:hono$|hono\/(?!cors)|jose|nodemailer|stripe|pdf-lib|marked|yaml)/
  expectNone(
    loaded.filter(([path]) => needless.test(path)).map(([path, from]) => `${from} imports ${path}`),
    'The first call waits for all that is loaded before it. Load with import() what only the console or a job needs:',
  )
})
