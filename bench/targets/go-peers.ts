import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installInto, peerFolder, startPeer } from '../peers.ts'
import { answers, freePort } from '../process.ts'
import { MODELS } from '../scenarios.ts'
import { JSON_HEADERS, type Skipped, type Target, UPSTREAM_KEY } from '../target.ts'

const KEY = 'sk-bench'

/** A gateway that is written in Go, installed by `go install`. */
interface GoPeer {
  name: string
  /** The package of its program, as its documentation gives it. */
  path: string
  version: string
  headers: Record<string, string>
  modelPrefix?: string
  /** How it is started in a separate folder. */
  start(place: { folder: string; port: number; upstream: string }): { args: string[]; env: Record<string, string> }
}

/** With its log and without keys of its own, which is how its guide starts it. */
const BIFROST: GoPeer = {
  name: 'Bifrost 1.3.9 (log; no billing)',
  path: 'github.com/maximhq/bifrost/transports/bifrost-http',
  version: 'v1.3.9',
  headers: {},
  modelPrefix: 'openai/',
  start({ folder, port, upstream }) {
    const config = {
      client: { enable_logging: true, drop_excess_requests: false },
      providers: {
        openai: {
          keys: [{ name: 'bench', value: UPSTREAM_KEY, models: MODELS, weight: 1 }],
          network_config: { base_url: upstream },
        },
      },
      config_store: { enabled: false },
      logs_store: { enabled: true, type: 'sqlite', config: { path: join(folder, 'logs.db') } },
    }
    writeFileSync(join(folder, 'config.json'), JSON.stringify(config))
    const place = ['-app-dir', folder, '-host', '127.0.0.1', '-port', String(port)]
    return { args: [...place, '-log-level', 'error'], env: {} }
  },
}

/** With a master key and its rows of usage and audit, without calls of its own to the network. */
const GOMODEL: GoPeer = {
  name: 'GoModel (auth, usage, audit log)',
  path: 'github.com/enterpilot/gomodel/cmd/gomodel',
  version: 'latest',
  headers: { authorization: `Bearer ${KEY}` },
  start: ({ port, upstream }) => ({
    args: [],
    env: {
      ...{ PORT: String(port), GOMODEL_MASTER_KEY: KEY, GOMODEL_OFFLINE: 'true', LOGGING_ENABLED: 'true' },
      ...{ LOG_LEVEL: 'error', BODY_SIZE_LIMIT: '64M', OPENAI_API_KEY: UPSTREAM_KEY },
      ...{ OPENAI_BASE_URL: `${upstream}/v1`, OPENAI_MODELS: MODELS.join(',') },
      CONFIGURED_PROVIDER_MODELS_MODE: 'allowlist',
    },
  }),
}

export const startBifrost = (upstreamPort: number) => startGoPeer(BIFROST, upstreamPort)
export const startGoModel = (upstreamPort: number) => startGoPeer(GOMODEL, upstreamPort)

async function startGoPeer(peer: GoPeer, upstreamPort: number): Promise<Target | Skipped> {
  const { name, path, version, modelPrefix } = peer
  const go = Bun.which('go')
  if (!go) return { name, reason: 'go is not installed' }
  const bin = peerFolder(`${path.split('/').at(-1)}-${version}`)
  const program = join(bin, path.split('/').at(-1) ?? '')
  if (!existsSync(program)) await installInto(bin, [[go, 'install', `${path}@${version}`]], { GOBIN: bin })
  if (!existsSync(program)) return { name, reason: `go could not install ${path}@${version}` }
  const port = freePort()
  const folder = mkdtempSync(join(tmpdir(), 'switchyard-bench-peer-'))
  const { args, env } = peer.start({ folder, port, upstream: `http://127.0.0.1:${upstreamPort}` })
  const ready = answers(`http://127.0.0.1:${port}/health`)
  const gateway = await startPeer(name, program, args, { env, ready, cwd: folder })
  if ('reason' in gateway) return gateway
  const headers = { ...JSON_HEADERS, ...peer.headers }
  const stop = async () => {
    await gateway.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return { name, port, headers, pid: gateway.pid, stop, ...(modelPrefix && { modelPrefix }) }
}
