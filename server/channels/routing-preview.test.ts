import { expect, test } from 'bun:test'
import { channelOutlook } from '#contract/api/channel-outlook.ts'
import { updateChannel } from '#contract/api/channels.ts'
import { CHANNEL_STATUS } from '#contract/statuses.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { relaySite } from '#test/harness/relay-site.ts'

forEachDatabase((_engine, fresh) => {
  const relay = relaySite(fresh)

  const look = async (planned: object) => {
    const form = { type: 1, models: '', group: 'default', priority: 0, weight: 0 }
    return (await relay.root.call(channelOutlook, { body: { ...form, ...planned } })).data!
  }

  test('models say whether they have a price and how many other channels have them', async () => {
    const { id } = await relay.channel({ models: 'gpt-4o,outlook-a', group: 'default,vip' })
    await relay.channel({ models: 'gpt-4o', group: 'vip' })
    const off = await relay.channel({ models: 'gpt-4o,outlook-b' })
    await relay.root.call(updateChannel, { body: { id: off.id, status: CHANNEL_STATUS.disabled } })
    const models = 'gpt-4o, outlook-a,outlook-b'
    expect((await look({ models })).models).toEqual([
      { model: 'gpt-4o', priced: true, elsewhere: 2 },
      { model: 'outlook-a', priced: false, elsewhere: 1 },
      { model: 'outlook-b', priced: false, elsewhere: 0 },
    ])
    expect((await look({ models, id })).models.map(({ elsewhere }) => elsewhere)).toEqual([1, 0, 0])
    await relay.option('ModelRatio', { 'outlook-a': 1 })
    expect((await look({ models: 'outlook-a' })).models[0]?.priced).toBe(true)
    expect((await look({ type: 36, models: 'suno_music' })).models[0]?.priced).toBe(true)
  })

  test('routes say who is tried before, beside and after, by group', async () => {
    await relay.channel({ models: 'routed', priority: 9 })
    await relay.channel({ models: 'routed', priority: 5, weight: 20 })
    await relay.channel({ models: 'routed', priority: 1, group: 'default,vip' })
    const at = async (priority: number, weight = 0) =>
      (await look({ models: 'routed', priority, weight })).routes.map((route) => ({ ...route }))
    const place = { group: 'default', models: ['routed'], count: 1 }
    expect(await at(10)).toEqual([{ ...place, before: 0, beside: 0, after: 3, percent: 100 }])
    // 10 is added to each weight: 10 of 40.
    expect(await at(5)).toEqual([{ ...place, before: 1, beside: 1, after: 1, percent: 25 }])
    expect(await at(5, 20)).toMatchObject([{ percent: 50 }])
    expect(await at(0)).toMatchObject([{ before: 3, beside: 0, after: 0 }])
    expect((await look({ models: 'routed', group: 'vip' })).routes).toMatchObject([{ group: 'vip', before: 1 }])
  })

  test('models with the same place are one entry, the most common first', async () => {
    await relay.channel({ models: 'g-1', priority: 3 })
    const { routes } = await look({ models: 'g-1,g-2,g-3,g-4,g-5' })
    expect(routes.map(({ models, count }) => [models, count])).toEqual([
      [['g-2', 'g-3', 'g-4'], 4],
      [['g-1'], 1],
    ])
  })

  test('channels that do not take such calls, or take tasks, are no others', async () => {
    await relay.channel({ type: 38, models: 'kind' })
    await relay.channel({ type: 36, models: 'kind' })
    expect((await look({ models: 'kind' })).routes).toMatchObject([{ before: 0, beside: 0, after: 0 }])
    expect((await look({ type: 36, models: 'kind' })).routes).toMatchObject([{ beside: 1 }])
  })

  test('it says how many channels a call tries', async () => {
    await relay.option('RetryTimes', 2)
    expect((await look({})).attempts).toBe(3)
  })
})
