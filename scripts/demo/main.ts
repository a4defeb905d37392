import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { createApp } from '#server/app.ts'
import { checkBooks } from '#server/cluster/jobs/check-books.ts'
import { probeKeys } from '#server/cluster/jobs/check-channels.ts'
import { remindLowBalance } from '#server/cluster/jobs/remind-low-balance.ts'
import { startJobs } from '#server/cluster/jobs/scheduler.ts'
import { startHeartbeat } from '#server/cluster/nodes/heartbeat.ts'
import { listen } from '#server/listen.ts'
import { openServices } from '#server/open.ts'
import { readConfig } from '#server/platform/config.ts'
import { readArguments } from '#server/tools/command-line/arguments.mjs'
import { startFakeUpstream } from '#test/fake-upstream/server.ts'
import { version } from '../../package.json'
import { ensureWeb } from '../prepare.mjs'
import { seed } from './seed.ts'

const PREFIX = 'switchyard-demo-'

const given = readArguments(
  'npm run demo --',
  {
    summary: 'Runs a server on a throw-away data folder, with fake upstreams, users, tokens and a day of traffic',
    flags: {
      port: { type: 'string', value: 'PORT', help: 'port of the server; else PORT, else 3000' },
      language: { type: 'string', value: 'en|zh', help: 'language of the names, texts and errors; else en' },
      folder: { type: 'string', value: 'FOLDER', help: `data folder, named ${PREFIX}…, which is emptied first` },
      'without-console': { type: 'boolean', help: 'do not build the console' },
    },
  },
  version,
)
if (!given.on('without-console')) await ensureWeb()

const endings: (() => unknown)[] = []
const { config, token, server } = await begin().catch(async (error) => {
  // A wrong port is told to a person: what is wrong, not the place in the program.
  console.error(`The demo cannot start. ${error}`)
  await end()
  process.exit(1)
})

async function begin() {
  const [port, folder, language = 'en'] = [given.text('port'), given.text('folder'), given.text('language')]
  if (language !== 'en' && language !== 'zh') throw new Error(`--language must be en or zh, not "${language}"`)
  const environment = readConfig({ ...process.env, ...(port === undefined ? {} : { PORT: port }) })
  // Somebody's own data must not go with it.
  if (folder && !basename(folder).startsWith(PREFIX)) throw new Error(`--folder must be named ${PREFIX}…`)
  const dataDir = folder ?? (await mkdtemp(join(tmpdir(), PREFIX)))
  const remove = () => rm(dataDir, { recursive: true, force: true })
  // A reload replaces the process without a word: what the former one left is in the same folder.
  if (folder) await remove()
  endings.push(remove)
  const config = { ...environment, dataDir, databaseUrl: undefined, redisUrl: undefined, logLevel: 'warn' }
  const upstream = startFakeUpstream({ record: 0, invoice: false, behaviour: { delay_ms: 25, tokens: 60 } })
  endings.push(() => upstream.stop())
  const { services, close } = await openServices(config)
  endings.push(close)
  const { token } = await seed(services, upstream.url, language)
  const failed = (error: unknown) => services.log.error(String(error))
  const { host: hostname, maxBodyBytes } = config
  const server = listen(createApp(services), { hostname, port: config.port, maxBodyBytes, failed })
  endings.push(() => server.stop(true))
  // Without the jobs that ask platforms and gateways: those of the demo are made up.
  const scheduler = await startJobs(services, [checkBooks, probeKeys, remindLowBalance])
  endings.push(scheduler.stop)
  endings.push(startHeartbeat(services).stop)
  await services.watchdog.run()
  return { config, token, server }
}

async function end() {
  for (const close of endings.splice(0).reverse()) await close()
}

let stopping = false
async function stop() {
  if (stopping) return
  stopping = true
  await end()
  process.exit(0)
}
process.on('SIGTERM', stop)
process.on('SIGINT', stop)

console.log(`
The demo runs at ${server.url} (log in as root / ${config.initialRootPassword}, or as a user: alice / password).
Its data is in ${config.dataDir} and is deleted when you stop it.

Try a call:

  curl ${server.url}/v1/chat/completions \\
    -H 'Authorization: Bearer sk-${token}' -H 'Content-Type: application/json' \\
    -d '{"model":"gpt-4o-mini","stream":true,"messages":[{"role":"user","content":"Hello"}]}'
`)
