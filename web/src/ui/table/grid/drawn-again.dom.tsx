import { expect, test } from 'bun:test'
import { calls } from '#test/dom/api.ts'
import { openConsole } from '#test/dom/console.tsx'
import {
  button,
  checkbox,
  field,
  person,
  press,
  role,
  rowCount,
  rows,
  settled,
  t,
  text,
  until,
} from '#test/dom/page.ts'
import { aChannel, aCode, anAudit, aToken, aUser, many } from '#test/dom/records.ts'
import { answerSite } from '#test/dom/site.ts'

/**
 * React keeps what an element was drawn with last on the element itself, and what is not drawn again keeps the very same
 * object. Returns which of the elements were drawn again since, by their place.
 */
function watch(elements: Element[]) {
  const drawnWith = (element: Element) => {
    const key = Object.keys(element).find((name) => name.startsWith('__reactProps$'))
    if (!key) throw new Error('React no longer keeps the properties where this test looks for them')
    return (element as unknown as Record<string, unknown>)[key]
  }
  const before = elements.map((element) => [element, drawnWith(element)] as const)
  return () =>
    before.flatMap(([element, props], at) => (element.isConnected && drawnWith(element) === props ? [] : [at]))
}

const answerAll = () =>
  answerSite({
    tokens: many(4, (id) => aToken({ id, name: `app-${id}` })),
    channels: many(4, (id) => aChannel({ id, models: 'gpt-4o,gpt-5' })),
    codes: many(4, (id) => aCode({ id })),
    users: many(4, (id) => aUser({ id: id + 1, username: `ann-${id}` })),
    audits: many(4, (id) => anAudit({ id, before: '{"name":"a"}', after: '{"name":"b"}' })),
  })

for (const [path, status] of [
  ['/channel', t('channels:column.status')],
  ['/token', t('tokens:column.status')],
  ['/user', t('users:column.status')],
  ['/redemption', t('redemption:column.status')],
] as const) {
  test(`${path}: choosing a row draws that row again and no other`, async () => {
    answerAll()
    await openConsole(path)
    await rowCount(4)
    await settled()
    const drawnAgain = watch(rows())
    await person.click(role('checkbox')(undefined, rows()[1]))
    await until(() => text(t('table:select.count', { count: 1 })))
    expect(drawnAgain()).toEqual([1])

    await press(() => button(t('table:view.open')))
    await until(() => checkbox(status))
    expect(drawnAgain()).toEqual([1])
  })
}

test('opening a row, and asking for the same rows anew, draws no other row', async () => {
  answerAll()
  await openConsole('/audit')
  await rowCount(4)
  await settled()
  const drawnAgain = watch(rows())
  await person.click(rows()[2]!)
  await until(() => expect(document.querySelectorAll('[data-row][aria-current]').length).toBe(1))
  expect(drawnAgain()).toEqual([2])
  const asked = calls.length
  await press(() => button(t('table:refresh')))
  await until(() => expect(calls.length).toBeGreaterThan(asked))
  await settled()
  expect(drawnAgain()).toEqual([2])
})

test('typing a channel’s name draws none of its models again', async () => {
  answerAll()
  await openConsole('/channel/edit/1')
  const models = () => document.querySelector('[role=dialog] [role=toolbar]')!
  await until(() => expect(models().textContent).toContain('gpt-4o'))
  await settled()
  const chips = [...models().children]
  expect(chips.length).toBeGreaterThan(1)
  const drawnAgain = watch(chips)
  await person.type(field(t('channels:form.name')), 'xyz')
  expect(field(t('channels:form.name')).value).toMatch(/xyz$/)
  expect(drawnAgain()).toEqual([])
})
