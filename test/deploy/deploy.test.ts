import { describe, expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { forEachDatabase } from '#test/harness/databases.ts'
import { serveApp } from '#test/harness/listening.ts'
import { serverSite } from '#test/harness/server-site.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
/** The variables of docs/reference/configuration.md. */
const known = new Set(
  [...read('docs/reference/configuration.md').matchAll(/^\|([^|]+)\|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name),
  ),
)
const expectKnown = (names: string[]) => expect(names.filter((name) => !known.has(name))).toEqual([])
const secondsOf = (text: string) => Number(/^(\d+)s$/.exec(text)?.[1])
/** How long a node may need to stop, without the settling. */
const stopSeconds = (env: Record<string, string>) =>
  Number(env.SHUTDOWN_DELAY_SECONDS ?? 0) + Number(env.DRAIN_SECONDS ?? 30)

interface Service {
  image?: string
  build?: string
  environment?: Record<string, string>
  volumes?: string[]
  depends_on?: string[] | Record<string, unknown>
  stop_grace_period?: string
  read_only?: boolean
  cap_drop?: string[]
  healthcheck?: { test: string[] }
  privileged?: boolean
}
const compose = (path: string) =>
  Bun.YAML.parse(read(path)) as { services: Record<string, Service>; volumes: Record<string, unknown> }

/** The instructions of the Dockerfile, with continued lines joined. */
const instructions = read('Dockerfile')
  .replace(/^#.*\n/gm, '')
  .replace(/\\\n\s*/g, '')
  .split('\n')
  .filter((line) => line.trim() !== '')
  .map((line) => /^([A-Z]+)\s+(.*)$/.exec(line)?.slice(1, 3) as [string, string])
const healthCommand = () => {
  const [, text = ''] = instructions.find(([name]) => name === 'HEALTHCHECK') ?? []
  return JSON.parse(text.slice(text.indexOf('['))) as string[]
}

describe('Dockerfile', () => {
  const last = instructions.slice(instructions.findLastIndex(([name]) => name === 'FROM'))
  const of = (name: string) => last.filter(([each]) => each === name).map(([, text]) => text)

  test('is made of instructions, of pinned images, in two stages', () => {
    for (const each of instructions) expect(each).toBeArrayOfSize(2)
    const images = instructions.filter(([name]) => name === 'FROM').map(([, text]) => text.split(' ')[0])
    expect(images).toHaveLength(2)
    for (const image of images) expect(image).toMatch(/^[a-z/]+:\d[\w.-]*$/)
  })

  test('runs as a user without rights, in exec form, with a health check and a data folder', () => {
    expect(of('USER')).toEqual(['10001:10001'])
    expect(JSON.parse(of('ENTRYPOINT')[0] ?? '')).toEqual(['/opt/switchyard/dist/switchyard'])
    expect(of('VOLUME')).toEqual(['/data'])
    expect(healthCommand()[0]).toBe('bash')
    expect(of('HEALTHCHECK')[0]).toMatch(/--interval=\d+s --timeout=\d+s --start-period=\d+s/)
    const env = Object.fromEntries(
      of('ENV').flatMap((text) =>
        text
          .trim()
          .split(/\s+/)
          .map((pair) => pair.split('=')),
      ),
    )
    expectKnown(Object.keys(env))
    expect(env).toMatchObject({ HOST: '0.0.0.0', DATA_DIR: '/data' })
  })

  test('leaves no lists of packages, adds nothing from the network, holds no secret', () => {
    for (const [name, text] of instructions) {
      expect(name).not.toBe('ADD')
      if (text.includes('apt-get install'))
        expect(text).toMatch(/--no-install-recommends.*rm -rf \/var\/lib\/apt\/lists/)
      expect(text).not.toMatch(/(SECRET|PASSWORD|TOKEN)\w*=/)
      expect(text).not.toContain('sudo')
    }
  })

  test('copies what exists, and the build gets every folder that it reads', () => {
    const ignored = read('.dockerignore').split('\n')
    for (const [name, text] of instructions) {
      if (name !== 'COPY' || text.startsWith('--from')) continue
      for (const source of text.split(' ').slice(0, -1)) expect(existsSync(join(root, source))).toBe(true)
    }
    for (const line of ignored) if (line.startsWith('!')) expect(existsSync(join(root, line.slice(1)))).toBe(true)
    for (const needed of [
      'contract',
      'server',
      'web',
      'scripts',
      'docs/start/clients.md',
      'package.json',
      'package-lock.json',
    ])
      expect(ignored).toContain(`!${needed}`)
    expect(ignored).toContain('*')
  })
})

describe.each(['compose.yaml', 'compose.cluster.yaml'])('%s', (path) => {
  const { services, volumes } = compose(path)
  const nodes = Object.entries(services).filter(([, { build }]) => build !== undefined)

  test('names only services and volumes that exist, of pinned images', () => {
    for (const { image, depends_on = [], volumes: mounts = [], privileged } of Object.values(services)) {
      expect(image).toMatch(/^[a-z]+:\d[\w.-]*$/)
      expect(privileged).toBeUndefined()
      for (const name of Array.isArray(depends_on) ? depends_on : Object.keys(depends_on))
        expect(services).toHaveProperty(name)
      for (const mount of mounts) {
        const [source = ''] = mount.split(':')
        if (source.startsWith('.')) expect(existsSync(join(root, source))).toBe(true)
        else expect(Object.keys(volumes)).toContain(source)
      }
    }
  })

  test('each node has a data folder of its own, time to stop, and known variables', () => {
    const folders = nodes.map(([, { volumes: mounts }]) => mounts?.find((mount) => mount.endsWith(':/data')))
    expect(folders).not.toContain(undefined)
    expect(new Set(folders).size).toBe(nodes.length)
    for (const [, { environment = {}, stop_grace_period = '', read_only, cap_drop }] of nodes) {
      expectKnown(Object.keys(environment))
      expect(secondsOf(stop_grace_period)).toBeGreaterThan(stopSeconds(environment) + 15)
      expect({ read_only, cap_drop }).toEqual({ read_only: true, cap_drop: ['ALL'] })
    }
  })

  test('holds no secret: what must be secret comes from the environment', () => {
    for (const { environment = {} } of Object.values(services)) {
      for (const [name, value] of Object.entries(environment))
        if (/SECRET|PASSWORD|TOKEN|DATABASE_URL/.test(name)) expect(value).toContain('${')
    }
  })
})

test('the cluster has three nodes, all of them behind Caddy, which trusts their readiness', () => {
  const { services } = compose('compose.cluster.yaml')
  const caddy = read('deploy/Caddyfile')
  const upstreams = /reverse_proxy ([^{]+)\{/.exec(caddy)?.[1]?.trim().split(' ')
  expect(upstreams).toEqual(['node1:3000', 'node2:3000', 'node3:3000'])
  for (const each of upstreams ?? []) expect(services).toHaveProperty(each.split(':')[0] ?? '')
  expect(caddy).toContain('health_uri /health/ready')
  expect([...caddy].filter((each) => each === '{').length).toBe([...caddy].filter((each) => each === '}').length)
  for (const name of ['postgres', 'redis']) expect(services[name]?.healthcheck?.test[0]).toBe('CMD')
})

test('the systemd unit runs the program as its own user, and gives it time to stop', () => {
  const unit = read('deploy/switchyard.service')
  const lines = unit.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  for (const line of lines) expect(line).toMatch(/^(\[(Unit|Service|Install)\]|[A-Z][A-Za-z]+=.*)$/)
  const of = (name: string) =>
    lines.filter((line) => line.startsWith(`${name}=`)).map((line) => line.slice(name.length + 1))
  const env = Object.fromEntries(of('Environment').flatMap((text) => text.split(' ').map((pair) => pair.split('='))))
  expectKnown(Object.keys(env))
  expect(of('User')).toEqual(['switchyard'])
  expect(of('ExecStart')).toEqual(['/opt/switchyard/dist/switchyard'])
  expect(Number(of('TimeoutStopSec')[0])).toBeGreaterThan(stopSeconds(env) + 15)
  // The only folder that may be written under ProtectSystem=strict.
  expect(env.DATA_DIR).toBe(`/var/lib/${of('StateDirectory')[0]}`)
})

interface Manifest {
  kind: string
  metadata: { name: string }
  spec: { selector: Record<string, unknown> }
}
interface StatefulSet {
  serviceName: string
  selector: { matchLabels: Record<string, string> }
  template: { spec: Pod }
  volumeClaimTemplates: { metadata: { name: string } }[]
}
interface Pod {
  terminationGracePeriodSeconds: number
  securityContext: object
  containers: {
    env: { name: string; value: string }[]
    readinessProbe: { httpGet: { path: string } }
    livenessProbe: { httpGet: { path: string } }
    volumeMounts: { name: string; mountPath: string }[]
  }[]
}

test('the Kubernetes example has nodes that keep their data, probes that exist, and time to stop', () => {
  const manifests = read('deploy/kubernetes.yaml')
    .split(/^---$/m)
    .map((text) => Bun.YAML.parse(text) as Manifest)
  const set = manifests.find(({ kind }) => kind === 'StatefulSet')?.spec as unknown as StatefulSet
  const pod = set.template.spec
  const container = pod.containers[0]!
  const env = Object.fromEntries(container.env.map(({ name, value }) => [name, value]))
  expectKnown(Object.keys(env))
  expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(stopSeconds(env) + 15)
  expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 10001 })
  expect(container.readinessProbe.httpGet.path).toBe('/health/ready')
  expect(container.livenessProbe.httpGet.path).toBe('/health/live')
  expect(container.volumeMounts[0]).toEqual({ name: 'data', mountPath: '/data' })
  expect(set.volumeClaimTemplates.map(({ metadata }) => metadata.name)).toEqual(['data'])
  const services = manifests.filter(({ kind }) => kind === 'Service')
  expect(services.map(({ metadata }) => metadata.name)).toContain(set.serviceName)
  for (const { spec } of services) expect(spec.selector).toEqual(set.selector.matchLabels)
})

test('the monitor of Kubernetes finds the port of the pods, and the token in their secret', () => {
  const monitor = Bun.YAML.parse(read('deploy/kubernetes-monitoring.yaml')) as {
    spec: { selector: object; podMetricsEndpoints: { port: string; path: string; authorization: object }[] }
  }
  const pods = read('deploy/kubernetes.yaml')
  const [endpoint] = monitor.spec.podMetricsEndpoints
  expect(endpoint).toMatchObject({ port: 'http', path: '/metrics' })
  expect(endpoint?.authorization).toEqual({ type: 'Bearer', credentials: { name: 'switchyard', key: 'METRICS_TOKEN' } })
  expect(pods).toContain('secretRef: { name: switchyard }')
  expect(pods).toContain('--from-literal=METRICS_TOKEN=')
  expect(monitor.spec.selector).toEqual({ matchLabels: { app: 'switchyard' } })
})

test('every image of this program has the version of the package', () => {
  const { version } = JSON.parse(read('package.json'))
  for (const path of ['compose.yaml', 'compose.cluster.yaml', 'deploy/kubernetes.yaml'])
    for (const [, tag] of read(path).matchAll(/image: switchyard:(\S+)/g)) expect(tag).toBe(version)
})

forEachDatabase((_engine, fresh) => {
  const site = serverSite(fresh)

  test("the image's health check says whether a server answers", async () => {
    const gateway = serveApp(site)
    const { port } = new URL(gateway.url)
    const check = async () =>
      Bun.spawn(healthCommand(), { env: { ...process.env, PORT: port }, stderr: 'ignore' }).exited
    expect(await check()).toBe(0)
    await gateway.stop()
    expect(await check()).not.toBe(0)
  })
})
