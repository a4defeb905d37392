import { afterAll, beforeAll, expect, test } from 'bun:test'
import * as api from '#contract/api/topup.ts'
import { errors } from '#contract/errors.ts'
import { ROLE } from '#contract/roles.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { openShop, type Shop } from '#test/harness/payments.ts'

forEachDatabase((_engine, fresh) => {
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop(await fresh.started())
  })
  afterAll(() => shop.close())

  test('an order is shown to its user and to administrators, and to nobody else', async () => {
    const [alice, bob, admin] = [
      await shop.customer(),
      await shop.customer(),
      await shop.customer({ role: ROLE.admin }),
    ]
    const tradeNo = await alice.start()
    shop.epay.pay(tradeNo)
    await shop.epay.notify(tradeNo)
    const { id } = await shop.order(tradeNo)
    const read = (who: typeof alice, id: number) => who.call(api.getOrder, { params: { id } })
    const order = { id, trade_no: tradeNo, status: 'success', user_id: alice.id }
    expect((await read(alice, id)).data).toMatchObject(order)
    expect((await read(admin, id)).data).toMatchObject(order)
    for (const refused of [await read(bob, id), await read(alice, id + 999)]) {
      expect(refused).toMatchObject({ success: false, message: errors.record_not_found.zh })
    }
  })
})
