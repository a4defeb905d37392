import { expect, test } from 'bun:test'
import { updateUser } from '#contract/api/users.ts'
import { expectBudgetsToAgree } from '#test/harness/books.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { duringSuite } from '#test/harness/during-suite.ts'
import { setOptions } from '#test/harness/options.ts'
import { PRICE, startTasks } from '#test/harness/tasks.ts'
import { LIMIT_MS } from '#test/harness/until.ts'

const limits = { budgets: [{ window: 'day' as const, quota: PRICE }] }
/** Limits that a task obeys: those of its caller and of its model. A channel's leave tasks out. */
const SCOPES = ['token', 'user', 'group', 'model'] as const

forEachDatabase((_engine, fresh) => {
  const tasks = duringSuite(async () => {
    const started = await startTasks(await fresh.started())
    fresh.atEnd(() => started.close())
    await started.channel(2, { group: 'default,vip' })
    return started
  })

  test.each(SCOPES)(
    'a budget of exactly one drawing orders one: of a %s',
    async (scope) => {
      const group = scope === 'group' ? 'vip' : 'default'
      await setOptions(tasks.server, {
        GroupLimits: scope === 'group' ? { vip: limits } : {},
        ModelLimits: scope === 'model' ? { mj_imagine: limits } : {},
      })
      const { id, token } = await tasks.customer(10 * PRICE, scope === 'token' ? { limits } : {}, { group })
      if (scope === 'user') {
        const { success } = await tasks.root.call(updateUser, { body: { id, limits } as never })
        expect(success).toBe(true)
      }
      const replies = []
      for (let n = 0; n < 3; n++) replies.push(await tasks.post('/mj/submit/imagine', token, { prompt: 'a cat' }))
      expect(replies.map(({ status }) => status)).toEqual([200, 400, 400])
      for (const { body, headers } of replies.slice(1)) {
        expect(body).toMatchObject({ code: 4, description: expect.stringContaining('预算已用完') })
        expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
      }
      expect((await tasks.drawings(id)).length).toBe(1)
      expect(await tasks.books(id)).toMatchObject({ charged: PRICE, balance: 9 * PRICE })
      await expectBudgetsToAgree(tasks.server.services.store)
    },
    LIMIT_MS,
  )
})
