import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { ROLE } from '#contract/roles.ts'
import { type NewCaller, newCaller } from '#test/harness/callers.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { createDice } from '#test/harness/fuzz/dice.ts'
import { type Operation, operationsOf, requestFor } from '#test/harness/fuzz/requests.ts'
import { serverSite } from '#test/harness/server-site.ts'
import { TIER } from '#test/harness/tiers.ts'
import { LIMIT_MS, PATIENCE_MS } from '#test/harness/until.ts'

setDefaultTimeout(LIMIT_MS)

/** In the quick tier, each operation is asked for about twice. */
const REQUESTS = { quick: 600, all: 2_000, nightly: 10_000 }[TIER]
const SEED = 20_260_301
/** Somebody new takes over after so many requests: some end the session or the account that sends them. */
const SHIFT = 40
/** What the relay says when it is asked for a model that nobody offers. */
const EXPECTED_CODES = ['no_channel']

forEachDatabase((_engine, fresh) => {
  const server = serverSite(fresh, { logLevel: 'silent' })
  let operations: Operation[]

  beforeAll(async () => {
    operations = operationsOf(await (await server.request('/api/openapi.json')).json())
  })

  test(`${REQUESTS} requests made from the OpenAPI document never fail inside and never hang`, async () => {
    const dice = createDice(SEED)
    const failures: unknown[] = []
    let callers = await newCallers()
    for (let n = 0; n < REQUESTS; n++) {
      if (n % SHIFT === 0) callers = await newCallers()
      const operation = operations[n % operations.length]
      if (!operation) throw new Error('the document has no operations')
      const { path, init } = requestFor(operation, dice)
      const headers = headersFor(operation, dice.pick(callers))
      const answer = await answerTo(path, { ...init, headers })
      if (isFailure(answer)) failures.push({ n, operation: operation.id, path, body: init.body, ...answer })
    }
    expect(failures).toEqual([])
  })

  test('afterwards the books still agree', async () => {
    const { differences } = await server.services.watchdog.run()
    expect(differences).toEqual([])
  })

  async function newCallers(): Promise<(NewCaller | undefined)[]> {
    const roles = [ROLE.user, ROLE.admin, ROLE.root]
    return [undefined, ...(await Promise.all(roles.map((role) => newCaller(server, { role }))))]
  }

  function headersFor({ relayed }: Operation, caller: NewCaller | undefined): Record<string, string> {
    if (!caller) return {}
    return relayed ? { authorization: `Bearer sk-${caller.tokenKey}` } : caller.headers
  }

  /** Status and text; 599 = no answer in time, 598 = an answer that broke off. */
  async function answerTo(path: string, init: RequestInit): Promise<{ status: number; text: string }> {
    const answered = server.request(path, init).then(
      async (response) => ({ status: response.status, text: await response.text() }),
      (error) => ({ status: 598, text: String(error) }),
    )
    return Promise.race([answered, Bun.sleep(PATIENCE_MS).then(() => ({ status: 599, text: '' }))])
  }

  function isFailure({ status, text }: { status: number; text: string }): boolean {
    return status >= 500 && !EXPECTED_CODES.some((code) => text.includes(`"${code}"`))
  }
})
