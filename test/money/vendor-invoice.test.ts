import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { expectBooksToAgree } from '#test/harness/books.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { START_MS } from '#test/harness/during-suite.ts'
import { type Listening, serveApp } from '#test/harness/listening.ts'
import { relaySite } from '#test/harness/relay-site.ts'
import { inTier } from '#test/harness/tiers.ts'
import { LIMIT_MS, until } from '#test/harness/until.ts'

setDefaultTimeout(LIMIT_MS)

/**
 * A month of calls at list prices: what callers paid is what the vendors' own invoices say. Each vendor prices its
 * answers by its own price sheet, in USD per million tokens, without the gateway's code.
 */

const ROOT = 1
const CALLS = inTier('all') ? 240 : 120
const [OPENAI, CLAUDE] = [1, 14]
/** An answer whose caller has left is read to its end, so that its usage is known. */
const READ_ON = { abort_policy: 'drain', drain_seconds: 60 }

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
  /** How the answer ends: whole, without content, broken off by the vendor, or the caller leaves in its middle. */
  end: 'stop' | 'empty' | 'broken' | 'left'
  /** Resolves when the caller has left. */
  left: PromiseWithResolvers<void>
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
  const end = often(75) ? 'stop' : stream ? (['left', 'left', 'broken', 'empty'] as const)[draw(3)]! : 'empty'
  return {
    model,
    counts: end === 'empty' ? { ...counts, output: draw(1) } : counts,
    stream,
    end,
    left: Promise.withResolvers(),
    ...(tier && { tier }),
  }
}

const [PAUSES, PAUSE_MS] = [20, 5]
const EVENTS = { headers: { 'content-type': 'text/event-stream' } }
const events = (list: object[]) => list.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')

/** The events of an answer: those after the first ones wait until a caller who leaves has left. */
function streamed({ end, left }: Wanted, first: object[], rest: object[], done = ''): Response {
  async function* pieces() {
    yield events(first)
    if (end === 'left') {
      await left.promise
      // Whoever left is missed before the answer is complete.
      for (let pause = 0; pause < PAUSES; pause++) {
        await Bun.sleep(PAUSE_MS)
        yield ': still writing\n\n'
      }
    }
    yield `${events(rest)}${done}`
  }
  const encoded = new ReadableStream({
    async start(controller) {
      for await (const piece of pieces()) controller.enqueue(Buffer.from(piece))
      controller.close()
    },
  })
  return new Response(encoded, EVENTS)
}

function openAIAnswer(call: Wanted): Response {
  const { counts, stream, tier, end } = call
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
  return streamed(call, [said], ending, 'data: [DONE]\n\n')
}

function claudeAnswer(call: Wanted): Response {
  const { counts, stream, end } = call
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
  return streamed(call, [begun, ...(end === 'empty' ? [] : said)], ending)
}

/** Reads an answer until it has said the words. */
async function heard(response: Response, words: string): Promise<void> {
  const reader = response.body!.getReader()
  for (let text = ''; !text.includes(words); ) {
    const { done, value } = await reader.read()
    if (done) throw new Error(`the answer ended without "${words}": ${text}`)
    text += Buffer.from(value).toString()
  }
}

forEachDatabase((_engine, fresh) => {
  const relay = relaySite(fresh)
  const wanted = new Map<string, Wanted>()
  let invoice = 0n
  /** What vendors would charge for answers without content, if they did. */
  let withoutContent = 0n
  let token: string
  let gateway: Listening

  /** A vendor answers as its call was drawn, and writes its invoice. What failed or has no content costs nothing. */
  const vendor = (answer: (call: Wanted) => Response) => async (request: Request) => {
    const body = (await request.json()) as { model: string; messages: { content: unknown }[]; service_tier?: string }
    const id = /call-\d+/.exec(JSON.stringify(body.messages))?.[0] ?? ''
    const call = wanted.get(id)
    if (!call) throw new Error(`${id} was not asked for`)
    expect(body.service_tier).toBe(call.tier)
    const price = invoiced(call.model, call.counts, call.tier)
    // What a caller who left did not hear was written all the same.
    if (call.end === 'stop' || call.end === 'left') invoice += price
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
      ...{ type: OPENAI, models: models(/^(gpt|o3)/), settings: JSON.stringify({ service_tiers: true, ...READ_ON }) },
    })
    const settings = JSON.stringify(READ_ON)
    await relay.channelThat(vendor(claudeAnswer), { type: CLAUDE, models: models(/^claude/), settings })
    gateway = serveApp(relay.server)
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
    const caller = new AbortController()
    const response = await fetch(`${gateway.url}${path}`, {
      method: 'POST',
      signal: caller.signal,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...body, ...(call.tier && { service_tier: call.tier }) }),
    })
    if (call.end !== 'left') return void (await response.text())
    await heard(response, 'here you are')
    caller.abort()
    call.left.resolve()
  }

  afterAll(() => gateway.stop())

  test('what callers paid is the sum of the vendors’ invoices, to the unit', async () => {
    const clients = [0, 1, 2, 3]
    await Promise.all(
      clients.map(async (client) => {
        for (let n = client; n < CALLS; n += clients.length) await ask(n)
      }),
    )
    const { services } = relay.server
    await until(() => services.calls.active === 0)
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
    const aborted = rows.filter(({ other }) => other.includes('"end_reason":"client_abort"'))
    expect(aborted.length).toBeGreaterThan(0)
    expect(aborted.length).toBeLessThanOrEqual(ends.filter((end) => end === 'left').length)
    for (const end of ['stop', 'empty', 'broken', 'left'] as const) expect(ends).toContain(end)
  })
})
