import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { openServices } from '#server/open.ts'
import { startFakeUpstream } from '#test/fake-upstream/server.ts'
import { seed } from './seed.ts'

/** `npm run demo`: a server on a throw-away data folder, with fake upstreams, users, tokens and a day of traffic. */
const { values } = parseArgs({ options: { port: { type: 'string' } } })
const dataDir = await mkdtemp(join(tmpdir(), 'switchyard-demo-'))
const config = { ...readConfig(process.env), dataDir, databaseUrl: undefined, redisUrl: undefined, logLevel: 'warn' }
const upstream = startFakeUpstream({ record: 0, behaviour: { delay_ms: 25, tokens: 60 } })
const { services, close } = await openServices(config)
const { token } = await seed(services, upstream.url)
const app = createApp(services)
const server = Bun.serve({
  hostname: config.host,
  port: values.port ? Number(values.port) : config.port,
  idleTimeout: 0,
  maxRequestBodySize: config.maxBodyBytes,
  fetch: (request, connection) => app.fetch(request, connection),
})

console.log(`
The demo runs at ${server.url.origin} (log in as root / ${config.initialRootPassword}, or as a user: alice / password).
Its data is in ${dataDir} and goes when you stop it.

Try a call:

  curl ${server.url.origin}/v1/chat/completions \\
    -H 'Authorization: Bearer sk-${token}' -H 'Content-Type: application/json' \\
    -d '{"model":"gpt-4o-mini","stream":true,"messages":[{"role":"user","content":"Hello"}]}'
`)

async function stop() {
  await server.stop(true)
  await upstream.stop()
  await close()
  await rm(dataDir, { recursive: true, force: true })
  process.exit(0)
}
process.on('SIGTERM', stop)
process.on('SIGINT', stop)
