import { beforeAll, expect, test } from 'bun:test'
import { expectBooksToAgree } from '#test/harness/books.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { START_MS } from '#test/harness/during-suite.ts'
import { relaySite } from '#test/harness/relay-site.ts'

/**
 * A month of calls at list prices: what callers paid is what the vendors' own invoices say. Each vendor prices its
 * answers by its own price sheet, in USD per million tokens, without the gateway's code.
 */

const ROOT = 1
const CALLS = 240
const [OPENAI, CLAUDE] = [1, 14]

interface Sheet {
  /** Whole calls with longer prompts cost the second column. */
  longAbove: number
  input: [string, string]
  output: [string, string]
  cacheRead: [string, string]
  cacheWrite5m?: [string, string]
  cacheWrite1h?: [string, string]
  /** Factors of service tiers, in thousandths. */
  tiers?: Record<string, bigint>
}
/** From the vendors' price pages, 2026-11-25. */
const SHEETS: Record<string, Sheet> = {
  'gpt-6.1-sol': {
    longAbove: 272_000,
    ...{ input: ['2', '4'], output: ['10', '15'], cacheRead: ['0.1', '0.2'], cacheWrite5m: ['2.5', '5'] },
    tiers: { priority: 2000n, flex: 500n },
  },
  o3: {
    longAbove: Number.MAX_SAFE_INTEGER,
    ...{ input: ['2', '2'], output: ['8', '8'], cacheRead: ['0.5', '0.5'] },
    tiers: { priority: 1750n, flex: 500n },
  },
  'claude-haiku-5-5': {
    longAbove: 100_000,
    ...{ input: ['0.1', '0.5'], output: ['0.5', '2.5'], cacheRead: ['0.01', '0.05'] },
    ...{ cacheWrite5m: ['0.125', '0.625'], cacheWrite1h: ['0.2', '1'] },
  },
  'claude-opus-4-8': {
    longAbove: Number.MAX_SAFE_INTEGER,
    ...{ input: ['5', '5'], output: ['25', '25'], cacheRead: ['0.5', '0.5'] },
    ...{ cacheWrite5m: ['6.25', '6.25'], cacheWrite1h: ['10', '10'] },
  },
}

interface Counts {
  input: number
  cacheRead: number
  cacheWrite5m: number
  cacheWrite1h: number
  output: number
}

/** Parts of a USD that a million tokens at one of a billion parts of a USD cost: exact for all prices above. */
const PARTS = 10n ** 9n
const parts = (price: string) => {
  const [whole = '0', fraction = ''] = price.split('.')
  return BigInt(whole) * PARTS + BigInt(fraction.padEnd(9, '0'))
}

/** The invoice of one answer, in USD × PARTS × 10⁶ × 1000. */
function invoiced(model: string, counts: Counts, tier: string | undefined): bigint {
  const sheet = SHEETS[model]!
  const prompt = counts.input + counts.cacheRead + counts.cacheWrite5m + counts.cacheWrite1h
  const column = prompt > sheet.longAbove ? 1 : 0
  const names = ['input', 'cacheRead', 'cacheWrite5m', 'cacheWrite1h', 'output'] as const
  const sum = names.reduce((total, name) => total + BigInt(counts[name]) * parts(sheet[name]?.[column] ?? '0'), 0n)
  return sum * ((tier && sheet.tiers?.[tier]) || 1000n)
}

let seed = 20_261_101
function draw(most: number): number {
  seed = (seed * 48_271) % 2_147_483_647
  return seed % (most + 1)
}
const often = (percent: number) => draw(99) < percent

interface Wanted {
  model: string
  counts: Counts
  stream: boolean
  tier?: string
  /** How the answer ends: whole, without content, broken off by the vendor. */
  end: 'stop' | 'empty' | 'broken'
}

function drawCall(): Wanted {
  const model = Object.keys(SHEETS)[draw(3)]!
  const isClaude = model.startsWith('claude')
  const long = often(25)
  const tier = !isClaude && often(30) ? (often(50) ? 'priority' : 'flex') : undefined
  const stream = often(50)
  const counts = {
    input: draw(long ? 300_000 : 4000) + 1,
    cacheRead: often(50) ? draw(long ? 200_000 : 3000) : 0,
    cacheWrite5m: isClaude && often(40) ? draw(5000) : 0,
    cacheWrite1h: isClaude && often(20) ? draw(5000) : 0,
    output: draw(3000) + 11,
  }
  const end = often(85) ? 'stop' : stream && often(50) ? 'broken' : 'empty'
  return {
    model,
    counts: end === 'empty' ? { ...counts, output: draw(1) } : counts,
    stream,
    end,
    ...(tier && { tier }),
  }
}

const EVENTS = { headers: { 'content-type': 'text/event-stream' } }
const events = (list: object[]) => list.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')

function openAIAnswer({ counts, stream, tier, end }: Wanted): Response {
  const prompt_tokens = counts.input + counts.cacheRead
  const usage = {
    ...{ prompt_tokens, completion_tokens: counts.output, total_tokens: prompt_tokens + counts.output },
    prompt_tokens_details: { cached_tokens: counts.cacheRead },
  }
  const content = end === 'empty' ? '' : 'here you are'
  const named = tier ? { service_tier: tier } : {}
  if (!stream) return Response.json({ choices: [{ message: { content }, finish_reason: 'stop' }], usage, ...named })
  const said = { choices: [{ index: 0, delta: { content } }], ...named }
  if (end === 'broken') return new Response(events([said, { error: { message: 'overloaded' } }]), EVENTS)
  const ending = [{ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }, { choices: [], usage, ...named }]
  return new Response(`${events([said, ...ending])}data: [DONE]\n\n`, EVENTS)
}

function claudeAnswer({ counts, stream, end }: Wanted): Response {
  const prompt = {
    input_tokens: counts.input,
    cache_read_input_tokens: counts.cacheRead,
    cache_creation_input_tokens: counts.cacheWrite5m + counts.cacheWrite1h,
    cache_creation: {
      ephemeral_5m_input_tokens: counts.cacheWrite5m,
      ephemeral_1h_input_tokens: counts.cacheWrite1h,
    },
  }
  const usage = { ...prompt, output_tokens: counts.output }
  const content = end === 'empty' ? [] : [{ type: 'text', text: 'here you are' }]
  if (!stream) return Response.json({ type: 'message', role: 'assistant', content, stop_reason: 'end_turn', usage })
  const begun = {
    type: 'message_start',
    message: { role: 'assistant', content: [], usage: { ...prompt, output_tokens: 1 } },
  }
  const said = [
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'here you are' } },
    { type: 'content_block_stop', index: 0 },
  ]
  const failed = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }
  if (end === 'broken') return new Response(events([begun, ...said, failed]), EVENTS)
  const ending = [
    { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: counts.output } },
    { type: 'message_stop' },
  ]
  return new Response(events([begun, ...(end === 'empty' ? [] : said), ...ending]), EVENTS)
}

forEachDatabase((_engine, fresh) => {
  const relay = relaySite(fresh)
  const wanted = new Map<string, Wanted>()
  let invoice = 0n
  /** What vendors would charge for answers without content, if they did. */
  let withoutContent = 0n
  let token: string

  /** A vendor answers as its call was drawn, and writes its invoice. What failed or has no content costs nothing. */
  const vendor = (answer: (call: Wanted) => Response) => async (request: Request) => {
    const body = (await request.json()) as { model: string; messages: { content: unknown }[]; service_tier?: string }
    const id = /call-\d+/.exec(JSON.stringify(body.messages))?.[0] ?? ''
    const call = wanted.get(id)
    if (!call) throw new Error(`${id} was not asked for`)
    expect(body.service_tier).toBe(call.tier)
    const price = invoiced(call.model, call.counts, call.tier)
    if (call.end === 'stop') invoice += price
    // A stream of Claude has reported one token of output when it starts.
    const output = call.stream && call.model.startsWith('claude') ? 1 : call.counts.output
    if (call.end === 'empty') withoutContent += invoiced(call.model, { ...call.counts, output }, call.tier)
    return answer(call)
  }

  beforeAll(async () => {
    token = await relay.token()
    await relay.option('ModelRatio', {})
    await relay.option('CompletionRatio', {})
    await relay.option('UnpaidQuotaPerDay', 100_000_000)
    const models = (prefix: RegExp) =>
      Object.keys(SHEETS)
        .filter((name) => prefix.test(name))
        .join()
    await relay.channelThat(vendor(openAIAnswer), {
      ...{ type: OPENAI, models: models(/^(gpt|o3)/), settings: JSON.stringify({ service_tiers: true }) },
    })
    await relay.channelThat(vendor(claudeAnswer), { type: CLAUDE, models: models(/^claude/) })
  }, START_MS)

  async function ask(n: number): Promise<void> {
    const call = drawCall()
    wanted.set(`call-${n}`, call)
    const body = {
      model: call.model,
      max_tokens: 4000,
      stream: call.stream,
      messages: [{ role: 'user', content: `call-${n}` }],
    }
    // Each vendor is asked in both formats.
    const path = call.tier || n % 2 ? '/v1/chat/completions' : '/v1/messages'
    await (await relay.post(path, token, { ...body, ...(call.tier && { service_tier: call.tier }) })).text()
  }

  test('what callers paid is the sum of the vendors’ invoices, to the unit', async () => {
    const clients = [0, 1, 2, 3]
    await Promise.all(
      clients.map(async (client) => {
        for (let n = client; n < CALLS; n += clients.length) await ask(n)
      }),
    )
    const { services } = relay.server
    await services.accounting.ledger.flush()
    const books = await expectBooksToAgree(services.store, ROOT)
    expect(books.calls).toBe(CALLS)
    // 500,000 units are a USD; an invoice counts USD × PARTS × 10⁶ × 1000.
    const units = Number((invoice * 500_000n) / (PARTS * 10n ** 9n))
    expect(Math.abs(books.charged - units)).toBeLessThanOrEqual(1)
    const rows = await services.store.db.selectFrom('logs').select(['cost', 'other']).where('type', '=', 2).execute()
    const costOf = (waived?: string) =>
      rows
        .filter(({ other }) => (JSON.parse(other) as { waived?: string }).waived === waived)
        .reduce((sum, { cost }) => sum + (cost ?? Number.NaN), 0)
    const thousandths = (sum: bigint) => Number((sum * 500_000n) / (PARTS * 10n ** 6n))
    // Each cost is rounded to a thousandth of a unit.
    expect(Math.abs(costOf() - thousandths(invoice))).toBeLessThanOrEqual(CALLS)
    expect(Math.abs(costOf('empty') - thousandths(withoutContent))).toBeLessThanOrEqual(CALLS)
    expect(costOf('broken')).toBeGreaterThan(0)
    const ends = [...wanted.values()].map(({ end }) => end)
    for (const end of ['stop', 'empty', 'broken'] as const) expect(ends).toContain(end)
  }, 60_000)
})
