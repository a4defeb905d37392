import { beforeAll, expect, test } from 'bun:test'
import { listOwnLogs } from '#contract/api/logs.ts'
import {
  type BillColumns,
  deleteBill,
  getBill,
  importBill,
  listBills,
  MAX_BILL_SIZE,
} from '#contract/api/vendor-bills.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { START_MS } from '#test/harness/during-suite.ts'
import { relaySite } from '#test/harness/relay-site.ts'
import { PASSWORD } from '#test/harness/server.ts'

/** USD per million tokens, and of a call of 1,000 tokens of input and 100 of output. */
const [INPUT, OUTPUT] = [2, 10]
const COST = 0.003
const usage = { prompt_tokens: 1000, completion_tokens: 100, total_tokens: 1100 }
const NO_COLUMNS: BillColumns = {
  ...{ time: '', model: '', amount: '', request_id: '', calls: '', input_tokens: '', output_tokens: '' },
}

forEachDatabase((_engine, fresh) => {
  const relay = relaySite(fresh)
  let token: string
  beforeAll(async () => {
    token = await relay.token()
    await relay.option('UnpaidQuotaPerDay', 10_000_000)
  }, START_MS)
  const db = () => relay.server.services.store.db
  const flush = () => relay.server.services.accounting.ledger.flush()

  /** A vendor that numbers its requests, and how often it was asked. */
  async function vendor(answers: (n: number) => object | Response, fields: (model: string) => object = () => ({})) {
    const model = relay.model()
    let asked = 0
    const { id } = await relay.channelThat(
      () => {
        const answer = answers(++asked)
        if (answer instanceof Response) return answer
        return Response.json(answer, { headers: { 'x-request-id': `req_${model}_${asked}` } })
      },
      {
        models: model,
        buy_price: JSON.stringify({ models: { [model]: { input: INPUT, output: OUTPUT } } }),
        ...fields(model),
      },
    )
    return { model, id }
  }
  const said = (content: string, more: object = {}) => ({
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    usage,
    ...more,
  })
  const call = async (model: string) => void (await (await relay.chat(token, { model })).text())
  const today = () => new Date().toISOString().slice(0, 10)
  const send = (body: { file: string; channels: number[]; columns?: BillColumns; rate?: number }) =>
    relay.root.call(importBill, { body: { name: 'bill.csv', ...body } })
  const report = async (body: Parameters<typeof send>[0]) => {
    await flush()
    const reply = await send(body)
    if (!reply.data) throw new Error(reply.message)
    return reply.data
  }
  const generic = { ...NO_COLUMNS, time: 'day', model: 'model', amount: 'usd' }

  test('a bill of the largest size is taken', async () => {
    const { model, id } = await vendor(() => said('hello'))
    const row = `${today()},${model},0.01,${'x'.repeat(200)}\n`
    const rows = Math.floor((MAX_BILL_SIZE - 100) / row.length)
    const made = await report({ file: `day,model,usd,note\n${row.repeat(rows)}`, channels: [id], columns: generic })
    expect(made).toMatchObject({ lines: rows, skipped: 0 })
  })

  test('by model and day: what agrees, what was called elsewhere, and kinds of calls that explain the rest', async () => {
    const { model, id } = await vendor((n) =>
      n === 2
        ? said('', { usage: { ...usage, completion_tokens: 1, total_tokens: 1001 } })
        : n === 3
          ? { ...said('hello'), usage: undefined }
          : said('hello'),
    )
    for (let n = 0; n < 3; n++) await call(model)
    const file = `day,model,usd\n${today()},${model},0.01\n${today()},${model}-2026-01-01,0.0005\n${today()},other-model,5\n`
    const made = await report({ file, channels: [id], columns: generic })
    expect(made).toMatchObject({ format: 'other', matched_by: 'day', lines: 3, skipped: 0, bill_usd: 5.0105 })
    const [elsewhere, ours] = made.rows
    expect(elsewhere).toMatchObject({ model: 'other-model', bill: { usd: 5 }, ours: { calls: 0, usd: 0 } })
    expect(ours).toMatchObject({
      model,
      bill: { usd: 0.0105, calls: null },
      ours: { calls: 3, waived: { calls: 1, usd: 0.00201 }, estimated: { calls: 1 }, unknown: { calls: 0 } },
    })
    expect(ours!.ours.usd).toBeGreaterThan(COST + 0.00201)
    expect(made.ours_usd).toBe(ours!.ours.usd)
  })

  test('by the vendor’s request id, which is kept with the call and no user sees', async () => {
    const { model, id } = await vendor(() => said('hello'))
    for (let n = 0; n < 3; n++) await call(model)
    await flush()
    const row = await db().selectFrom('logs').select('other').where('model_name', '=', model).executeTakeFirstOrThrow()
    expect(JSON.parse(row.other).upstream_id).toBe(`req_${model}_1`)
    const own = await relay.root.call(listOwnLogs, { query: { model_name: model } })
    expect(JSON.stringify(own)).not.toContain('req_')

    const lines = [`req_${model}_1,21.6`, `req_${model}_2,21.6`, 'req_foreign,720'].map(
      (end) => `${today()},${model},${end}`,
    )
    const file = `day,model,id,cny\n${lines.join('\n')}\n`
    const columns = { ...generic, amount: 'cny', request_id: 'id' }
    const made = await report({ file, channels: [id], columns, rate: 7200 })
    expect(made.matched_by).toBe('request')
    expect(made.rows).toMatchObject([
      {
        bill: { usd: 0.106, calls: 3 },
        ours: { usd: 0.009, calls: 3 },
        unmatched: { bill: { calls: 1, usd: 0.1 }, ours: { calls: 1, usd: COST } },
      },
    ])
  })

  test('a mapping’s upstream model is compared, and what was withheld is counted beside the rows', async () => {
    const { model, id } = await vendor(
      () => said('much', { usage: { prompt_tokens: 1000, completion_tokens: 6000, total_tokens: 7000 } }),
      (name) => ({
        model_mapping: JSON.stringify({ [name]: 'sent-upstream' }),
        buy_price: JSON.stringify({ models: { 'sent-upstream': { input: INPUT, output: OUTPUT } } }),
      }),
    )
    const poor = await relay.server.addUser({ quota: 3000 })
    const owner = await relay.server.login(poor.username, PASSWORD)
    expect((await relay.chat(await relay.token({}, owner), { model, max_tokens: 9000 })).status).toBe(403)
    await call(model)
    const file = `day,model,usd\n${today()},Sent Upstream,0.124\n`
    const { rows } = await report({ file, channels: [id], columns: generic })
    expect(rows).toMatchObject([
      { model: 'Sent Upstream', bill: { usd: 0.124 }, ours: { usd: 0.062, calls: 1, unlisted: 0.062 } },
    ])
  })

  test('reports survive, newest first, and are deleted by hand', async () => {
    const { id } = await vendor(() => said('hello'))
    const made = await report({ file: 'day,model,usd\n2026-01-01,m,1\n', channels: [id], columns: generic })
    const kept = await relay.root.call(getBill, { params: { id: made.id } })
    expect(kept.data).toEqual(made)
    const { rows: _rows, lines: _lines, skipped: _skipped, ...summary } = made
    expect((await relay.root.call(listBills, {})).data?.[0]).toEqual(summary)
    expect((await relay.root.call(deleteBill, { params: { id: made.id } })).success).toBe(true)
    expect((await relay.root.call(getBill, { params: { id: made.id } })).success).toBe(false)
    expect((await relay.root.call(deleteBill, { params: { id: made.id } })).success).toBe(false)
    const actions = db().selectFrom('audits').select('action').where('target_kind', '=', 'bill').orderBy('id', 'desc')
    expect((await actions.limit(2).execute()).map(({ action }) => action)).toEqual(['bill.delete', 'bill.create'])
  })

  test('bad files and unknown channels are refused with the reason', async () => {
    const { id } = await vendor(() => said('hello'))
    const bad = await send({ file: 'a,b\n1,2\n', channels: [id] })
    expect(bad).toMatchObject({ success: false, message: expect.stringContaining('line 1: its columns') })
    const unknown = await send({ file: 'day,model,usd\n2026-01-01,m,1\n', channels: [id, 999_999], columns: generic })
    expect(unknown.success).toBe(false)
    expect((await send({ file: '', channels: [] })).success).toBe(false)
  })
})
