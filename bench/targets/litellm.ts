import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { installInto, peerFolder, startPeer } from '../peers.ts'
import { answers, freePort } from '../process.ts'
import { MODELS } from '../scenarios.ts'
import { JSON_HEADERS, type Skipped, type Target, UPSTREAM_KEY } from '../target.ts'

const VERSION = '1.80.0'
const KEY = 'sk-bench'
/** It imports the clients of a hundred vendors when it starts. */
const START_MS = 180_000

/**
 * The LiteLLM proxy with one worker and a master key, as its documentation starts it. Its database, on which its keys,
 * budgets and spend logs stand, needs a program that no package registry has, so it neither bills nor logs here.
 */
export async function startLitellm(upstreamPort: number): Promise<Target | Skipped> {
  const name = `LiteLLM ${VERSION} (auth; no billing, no log)`
  const python = Bun.which('python3')
  if (!python) return { name, reason: 'python3 is not installed' }
  const folder = peerFolder(`litellm-${VERSION}`)
  const program = join(folder, 'bin/litellm')
  const install = [join(folder, 'bin/python'), '-m', 'pip', 'install', '--disable-pip-version-check']
  if (!existsSync(program)) {
    await installInto(folder, [
      [python, '-m', 'venv', folder],
      [...install, `litellm[proxy]==${VERSION}`],
    ])
  }
  if (!existsSync(program)) return { name, reason: `pip could not install litellm[proxy]==${VERSION}` }
  const port = freePort()
  const config = join(folder, `bench-${port}.json`)
  // Its configuration is YAML, of which JSON is a part.
  writeFileSync(config, JSON.stringify(configuration(upstreamPort)))
  const options = ['--config', config, '--host', '127.0.0.1', '--port', String(port), '--num_workers', '1']
  const proxy = await startPeer(name, program, [...options, '--telemetry', 'False'], {
    env: {
      ...{ LITELLM_LOCAL_MODEL_COST_MAP: 'True', LITELLM_MODE: 'PRODUCTION', LITELLM_LOG: 'ERROR' },
      DATABASE_URL: undefined,
    },
    ready: answers(`http://127.0.0.1:${port}/health/liveliness`),
    startMs: START_MS,
  })
  if ('reason' in proxy) return proxy
  const headers = { ...JSON_HEADERS, authorization: `Bearer ${KEY}` }
  const stop = async () => {
    await proxy.stop()
    rmSync(config, { force: true })
  }
  return { name, port, headers, pid: proxy.pid, stop }
}

const configuration = (upstreamPort: number) => ({
  model_list: MODELS.map((model) => ({
    model_name: model,
    litellm_params: {
      model: `openai/${model}`,
      api_base: `http://127.0.0.1:${upstreamPort}/v1`,
      api_key: UPSTREAM_KEY,
    },
  })),
  general_settings: { master_key: KEY },
  litellm_settings: { num_retries: 0, telemetry: false },
})
