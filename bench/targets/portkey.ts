import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { installInto, peerFolder, startPeer } from '../peers.ts'
import { answers, freePort } from '../process.ts'
import { JSON_HEADERS, type Skipped, type Target, UPSTREAM_KEY } from '../target.ts'

const VERSION = '1.15.2'
/** Later versions of this dependency, within the range Portkey allows, answer every stream with an error. */
const NODE_SERVER_VERSION = '1.13.1'

/** The published Portkey gateway on Node, as its README starts it. It neither bills nor logs. */
export async function startPortkey(upstreamPort: number): Promise<Target | Skipped> {
  const name = `Portkey gateway ${VERSION} (no auth, billing, log)`
  const folder = peerFolder(`portkey-${VERSION}`)
  const script = join(folder, 'node_modules/@portkey-ai/gateway/build/start-server.js')
  const node = Bun.which('node')
  if (!node) return { name, reason: 'node is not installed' }
  if (!existsSync(script)) await install(folder)
  if (!existsSync(script)) return { name, reason: `npm could not install @portkey-ai/gateway@${VERSION}` }
  const port = freePort()
  const portkey = await startPeer(name, node, [script, `--port=${port}`, '--headless'], {
    env: { NODE_ENV: 'production' },
    ready: answers(`http://127.0.0.1:${port}/`),
  })
  if ('reason' in portkey) return portkey
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
  await installInto(folder, [['npm', 'install', '--ignore-scripts', '--no-audit', '--no-fund']])
}
