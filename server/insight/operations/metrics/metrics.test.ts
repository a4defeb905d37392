import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { CHECKS } from '#contract/api/watchdog.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { relaySite } from '#test/harness/relay-site.ts'
import { PASSWORD } from '#test/harness/server.ts'
import { createCallTotals } from '../../../calls/traffic/call-totals.ts'
import { render } from '../../../platform/telemetry/metric.ts'
import { callMetrics } from './call-metrics.ts'

const read = (path: string) => readFileSync(new URL(`../../../../docs/${path}`, import.meta.url), 'utf8')
const NAME = /\b(?:switchyard|process)_[a-z_]+/g
/** Units that no metric may have: Prometheus wants base units. */
const WRONG_UNITS = /_(milliseconds|ms|minutes|hours|kilobytes|megabytes|kb|mb|percent)(_|$)/

interface Scraped {
  type: string
  help: string
  labels: Set<string>
  series: string[]
}

/** Reads a scrape as Prometheus does; a line that it would refuse fails. */
function parseScrape(text: string): Map<string, Scraped> {
  const found = new Map<string, Scraped>()
  let help: [string, string] | undefined
  let current: [string, Scraped] | undefined
  for (const line of text.trimEnd().split('\n')) {
    const [, kind, name = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.+)$/.exec(line) ?? []
    if (kind === 'HELP') help = [name, rest]
    else if (kind === 'TYPE') {
      expect(help?.[0]).toBe(name)
      expect(found.has(name)).toBe(false)
      current = [name, { type: rest, help: help?.[1] ?? '', labels: new Set(), series: [] }]
      found.set(...current)
    } else {
      const [, series = '', labels = '', value] = /^([a-z_]+)(?:\{(.*)\})? (-?[\d.e+-]+|NaN)$/.exec(line) ?? []
      expect({ line, value }).toEqual({ line, value: expect.any(String) })
      const [metric, scraped] = current ?? ['', undefined]
      const suffixes = scraped?.type === 'histogram' ? ['_bucket', '_sum', '_count'] : ['']
      expect(suffixes.map((suffix) => metric + suffix)).toContain(series)
      for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) scraped?.labels.add(label)
      scraped?.series.push(series + labels)
    }
  }
  return found
}

/** The rows of the table in docs/reference/metrics.md. */
const documented = new Map(
  [...read('reference/metrics.md').matchAll(/^\| `(\w+)` \| (\w+) \|([^|]*)\|([^|]*)\|/gm)].map(
    ([, name = '', type, unit = '', labels = '']) => [
      name,
      { type, unit: unit.trim(), labels: [...labels.matchAll(/`(\w+)`/g)].map(([, label]) => label).sort() },
    ],
  ),
)

forEachDatabase((_engine, fresh) => {
  const relay = relaySite(fresh)
  const scrape = async () =>
    parseScrape(await (await relay.server.request('/metrics', { headers: relay.root.headers })).text())

  async function callAll() {
    const model = relay.model()
    const good = await relay.channel({ models: model })
    const bad = await relay.channel({ models: model, priority: 5 })
    relay.upstream.set({ error: 500 }, bad.key)
    const token = await relay.token()
    await (await relay.chat(token, { model, stream: true, fake: { tokens: 5 } })).text()
    await (await relay.chat(token, { model, fake: { tokens: 5 } })).text()
    await relay.charges(model, 2)
    return { model, good: String(good.id), bad: String(bad.id), token }
  }

  test('what the watchdog has not looked at yet is there, and is no number', async () => {
    const text = await (await relay.server.request('/metrics', { headers: relay.root.headers })).text()
    for (const check of CHECKS) expect(text).toContain(`switchyard_watchdog_wrong{check="${check}"} NaN\n`)
    expect(text).toContain('switchyard_watchdog_last_run_timestamp_seconds NaN\n')
  })

  test('every metric is documented with its type, unit and labels, and every documented one exists', async () => {
    const { token } = await callAll()
    const failing = relay.model()
    const { key } = await relay.channel({ models: failing })
    relay.upstream.set({ error: 500 }, key)
    await relay.chat(token, { model: failing })
    await relay.server.services.watchdog.run()
    const scraped = await scrape()
    expect([...scraped.keys()].sort()).toEqual([...documented.keys()].sort())
    for (const [name, { type, labels, series }] of scraped) {
      const row = documented.get(name)!
      expect({ name, type }).toEqual({ name, type: row.type! })
      expect(row.unit).not.toBe('')
      if (series.length > 0)
        expect({ name, labels: [...labels].sort() }).toEqual({ name, labels: row.labels as string[] })
    }
  })

  test('whoever sends another bearer, or none, or is not root, gets an HTTP error', async () => {
    const status = async (headers: Record<string, string>) =>
      (await relay.server.request('/metrics', { headers })).status
    const { username } = await relay.server.addUser({})
    const user = await relay.server.login(username, PASSWORD)
    expect(await status({})).toBe(401)
    expect(await status({ authorization: 'Bearer wrong' })).toBe(401)
    expect(await status({ authorization: 'Basic d3Jvbmc6' })).toBe(401)
    expect(await status(user.headers)).toBe(403)
    expect(await status(relay.root.headers)).toBe(200)
  })

  test('calls that no channel served are counted, whoever refused them', async () => {
    // Without a price, this server refuses it itself.
    const [failing, off, dear] = [relay.model(), relay.model(), 'has-no-price']
    const { key } = await relay.channel({ models: failing })
    relay.upstream.set({ error: 500 }, key)
    await relay.channel({ models: dear })
    const { id } = await relay.channel({ models: off })
    const token = await relay.token()
    await relay.server.services.store.db.updateTable('channels').set({ status: 2 }).where('id', '=', id).execute()
    await relay.server.services.channels.reload()
    await relay.chat(token, { model: failing })
    await relay.chat(token, { model: off })
    await relay.chat(token, { model: dear })
    const text = await (await relay.server.request('/metrics', { headers: relay.root.headers })).text()
    const at = (model: string, kind: string) => `switchyard_calls_unserved_total{model="${model}",kind="${kind}"} 1`
    for (const line of [at(failing, 'server'), at(dear, 'refused')]) expect(text).toContain(line)
    expect(text).toMatch(/switchyard_calls_unserved_total\{model="(?:other|[^"]+)",kind="server"\} \d/)
  })

  test('names follow the rules of Prometheus, and no series occurs twice', async () => {
    for (const [name, { type, help, series }] of await scrape()) {
      expect(name).toMatch(/^(switchyard|process)_[a-z]+(_[a-z]+)*$/)
      expect({ name, isTotal: name.endsWith('_total') }).toEqual({ name, isTotal: type === 'counter' })
      expect(name).not.toMatch(WRONG_UNITS)
      expect(name).not.toMatch(/_(count|sum|bucket)$/)
      expect(help.length).toBeGreaterThan(5)
      expect(new Set(series).size).toBe(series.length)
    }
  })

  test.skipIf(!Bun.which('promtool'))(
    'promtool finds nothing wrong in a scrape and in the rules of alerts',
    async () => {
      await callAll()
      const scraped = await (await relay.server.request('/metrics', { headers: relay.root.headers })).bytes()
      const rules = fileURLToPath(new URL('../../../../docs/operate/monitoring/alerts.yml', import.meta.url))
      for (const [what, input] of [
        ['metrics', scraped],
        ['rules', undefined],
      ] as const) {
        const args = ['promtool', 'check', what, ...(input ? [] : [rules])]
        const { stderr, exitCode } = Bun.spawnSync(args, { stdin: input ?? null })
        expect({ what, stderr: stderr.toString(), exitCode }).toEqual({ what, stderr: '', exitCode: 0 })
      }
    },
  )

  test('calls, tokens, money and first byte are counted by channel, model and what became of them', async () => {
    const { model, good, bad } = await callAll()
    const text = await (await relay.server.request('/metrics', { headers: relay.root.headers })).text()
    const at = `channel="${good}",model="${model}"`
    for (const line of [
      `switchyard_attempts_total{${at},outcome="served"} 2`,
      `switchyard_answers_charged_total{${at},end="stop"} 2`,
      `switchyard_answer_tokens_total{${at},kind="input"} 2`,
      `switchyard_answer_tokens_total{${at},kind="output"} 10`,
      `switchyard_answer_quota_units_total{${at}} 22`,
      `switchyard_first_byte_seconds_count{channel="${good}"} 2`,
      `switchyard_first_byte_seconds_bucket{channel="${good}",le="+Inf"} 2`,
    ])
      expect(text).toContain(`\n${line}\n`)
    expect(text).toMatch(
      new RegExp(`switchyard_attempts_total\\{channel="${bad}",model="${model}",outcome="server"\\} [12]\n`),
    )
  })
})

forEachDatabase((_engine, fresh) => {
  const relay = relaySite(fresh)
  test('no label holds a user, a token or a text of callers', async () => {
    const token = await relay.token({ name: 'a-token-name' })
    for (let i = 0; i < 50; i++) await relay.chat(token, { model: `invented-${i}` })
    const text = await (await relay.server.request('/metrics', { headers: relay.root.headers })).text()
    for (const secret of ['invented', 'a-token-name', token.slice(3), 'username', 'user='])
      expect(text).not.toContain(secret)
  })
})

describe('totals', () => {
  test('stay bounded, whatever callers and 10,000 users do', () => {
    const totals = createCallTotals((model) => model.startsWith('known'), 100)
    for (let i = 0; i < 20_000; i++) {
      const what = { channel: 1 + (i % 10), model: i % 2 === 0 ? `known-${i}` : `invented-${i}` }
      totals.failed({ ...what, kind: 'server' })
      totals.served({ ...what, firstByteMs: i, totalMs: i })
    }
    const liveCalls = { countByPhase: () => ({ lease: 0, sending: 0, first_byte: 0, answering: 0 }) }
    const text = callMetrics(totals, liveCalls).map(render).join('')
    expect(text.split('\n').length).toBeLessThan(1000)
    expect(text).not.toContain('invented')
    const sum = [...totals.models()].reduce((all, { attempts }) => all + (attempts.get('served') ?? 0), 0)
    expect(sum).toBe(20_000)
  })
})

describe('files for Prometheus and Grafana', () => {
  const known = new Set(
    [...documented].flatMap(([name, { type }]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  )

  test('the alert rules are valid, and use metrics that exist', () => {
    const { groups } = Bun.YAML.parse(read('operate/monitoring/alerts.yml')) as {
      groups: { name: string; rules: Record<string, unknown>[] }[]
    }
    const rules = groups.flatMap((group) => group.rules)
    expect(rules.length).toBeGreaterThan(8)
    for (const { alert, expr, labels, annotations, ...rest } of rules) {
      expect(alert).toMatch(/^Switchyard[A-Za-z]+$/)
      expect(Object.keys(rest)).toBeOneOf([[], ['for']] as never)
      expect(labels).toMatchObject({ severity: expect.stringMatching(/^(critical|warning)$/) })
      expect(annotations).toMatchObject({ summary: expect.any(String) })
      expectKnownMetrics(String(expr))
    }
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
  })

  test('the dashboard is valid, uses metrics that exist, and its panels do not overlap', () => {
    const { panels, uid } = JSON.parse(read('operate/monitoring/grafana-dashboard.json'))
    expect(uid).toBe('switchyard')
    const taken = new Set<string>()
    for (const { gridPos, targets = [], id } of panels) {
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++) {
        for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++) {
          expect({ id, free: !taken.has(`${x} ${y}`) }).toEqual({ id, free: true })
          taken.add(`${x} ${y}`)
        }
      }
      for (const { expr } of targets) expectKnownMetrics(expr)
    }
  })

  function expectKnownMetrics(expr: string): void {
    for (const [name] of expr.matchAll(NAME)) expect({ name, known: known.has(name) }).toEqual({ name, known: true })
    expect([...expr].filter((each) => each === '(').length).toBe([...expr].filter((each) => each === ')').length)
    if (!expr.startsWith('up')) expect([...expr.matchAll(NAME)]).not.toEqual([])
  }
})
