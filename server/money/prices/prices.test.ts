import { expect, test } from 'bun:test'
import { bookWith } from '#test/harness/price-book.ts'

test('custom assistants share one quote, so that their names take no memory', () => {
  const book = bookWith({ ModelRatio: { 'gpt-4-gizmo-*': 15 } })
  const one = book.quote('gpt-4-gizmo-g-one', 'default')
  expect(one?.price.modelRatio).toBe(15)
  expect(book.quote('gpt-4-gizmo-g-two', 'default')).toBe(one)
})

test('a quote is for a group', () => {
  const book = bookWith({ ModelRatio: { 'my-model': 2 } })
  expect(book.quote('my-model', 'default')).toMatchObject({ group: 'default', price: { groupRatio: 1 } })
  expect(book.quote('my-model', 'vip')).toMatchObject({ group: 'vip', price: { groupRatio: 0.5 } })
})

test('what nobody has priced is not sold unless that is wanted, nor what objects have by themselves', () => {
  for (const name of ['no-such-model', 'constructor', '__proto__']) {
    expect(bookWith({}).quote(name, 'default')).toBeUndefined()
    const generous = bookWith({ SellUnpricedModelsEnabled: true, UnpricedModelRatio: 30 })
    expect(generous.quote(name, 'default')?.price.modelRatio).toBe(30)
  }
})

test('a user with a ratio is not taken for a group whose name looks like it', () => {
  const own = bookWith({ ModelRatio: { m: 1 }, GroupRatio: { vip: 1, '0.5 vip': 3 } })
  expect(own.quote('m', 'vip', 0.5)?.price).toMatchObject({ groupRatio: 1, userRatio: 0.5 })
  expect(own.quote('m', '0.5 vip')?.price).toMatchObject({ groupRatio: 3 })
  expect(own.quote('m', '0.5 vip')?.price.userRatio).toBeUndefined()
  expect(own.quote('m', 'vip', 0.5)).toBe(own.quote('m', 'vip', 0.5)!)
})
