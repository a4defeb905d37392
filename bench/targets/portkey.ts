import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { answers, freePort, startProcess } from '../process.ts'
import { JSON_HEADERS, type Skipped, type Target, UPSTREAM_KEY } from '../target.ts'

const VERSION = '1.15.2'
/** Later versions of this dependency, within the range Portkey allows, answer every stream with an error. */
const NODE_SERVER_VERSION = '1.13.1'

/** The published Portkey gateway on Node, as its README starts it. It neither bills nor logs. */
export async function startPortkey(upstreamPort: number): Promise<Target | Skipped> {
  const name = `Portkey gateway ${VERSION}`
  const folder = join(tmpdir(), `switchyard-bench-portkey-${VERSION}`)
  const script = join(folder, 'node_modules/@portkey-ai/gateway/build/start-server.js')
  const node = Bun.which('node')
  if (!node) return { name, reason: 'node is not installed' }
  if (!existsSync(script)) await install(folder)
  if (!existsSync(script)) return { name, reason: `npm could not install @portkey-ai/gateway@${VERSION}` }
  const port = freePort()
  const portkey = await startProcess(node, [script, `--port=${port}`, '--headless'], {
    env: { NODE_ENV: 'production' },
    ready: answers(`http://127.0.0.1:${port}/`),
  })
  return {
    name,
    port,
    headers: {
      ...JSON_HEADERS,
      authorization: `Bearer ${UPSTREAM_KEY}`,
      'x-portkey-provider': 'openai',
      'x-portkey-custom-host': `http://127.0.0.1:${upstreamPort}/v1`,
    },
    pid: portkey.pid,
    stop: portkey.stop,
  }
}

async function install(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const manifest = {
    private: true,
    dependencies: { '@portkey-ai/gateway': VERSION },
    overrides: { '@hono/node-server': NODE_SERVER_VERSION },
  }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  const command = ['npm', 'install', '--ignore-scripts', '--no-audit', '--no-fund']
  await Bun.spawn(command, { cwd: folder, stdout: 'ignore', stderr: 'ignore', timeout: 120_000 }).exited
}
