import { beforeEach, describe, expect, test } from 'bun:test'
import { createRedemptions } from '#contract/api/redemption.ts'
import { answer, calls, changes } from '#test/dom/api.ts'
import { openConsole } from '#test/dom/console.tsx'
import {
  button,
  descriptionOf,
  dialog,
  field,
  fill,
  has,
  keys,
  like,
  person,
  press,
  rowCount,
  says,
  searchbox,
  t,
  textbox,
  until,
} from '#test/dom/page.ts'
import { aCode } from '#test/dom/records.ts'
import { answerSite } from '#test/dom/site.ts'

const KEY = 'c0de'.repeat(8)
const quota = () => textbox(like(t('redemption:form.quota'))) as HTMLInputElement
const count = () => textbox(like(t('redemption:form.count'))) as HTMLInputElement
const name = () => field(like(t('redemption:form.name')), dialog())
const sent = () => calls.find(({ what }) => what === 'POST /api/redemption')?.body

describe('a new code', () => {
  beforeEach(async () => {
    answerSite({})
    answer(createRedemptions, ({ body }) => ({ data: Array.from({ length: body.count }, (_, at) => `code-${at}`) }))
    await openConsole('/redemption/add')
    await fill(name, 'exact')
  })

  for (const [what, find, typed, good] of [
    ['quota', quota, '0', '5'],
    ['quota', quota, '-5', '5'],
    ['quota', quota, '7,5', '5'],
    ['quota', quota, '1e6', '5'],
    ['quota', quota, '12345678901234567891', '5'],
    ['count', count, '150', '1'],
    ['count', count, '0', '1'],
  ] as const) {
    test(`of the ${what} ${typed} is refused at its field, as it was typed`, async () => {
      await fill(find, typed)
      await keys('{Control>}{Enter}{/Control}')
      find().blur()
      await until(() => expect(find().getAttribute('aria-invalid')).toBe('true'))
      await until(() => expect(descriptionOf(find())).toMatch(/\d/))
      expect(find().value).toBe(typed)
      await fill(find, good)
      await until(() => expect(find().getAttribute('aria-invalid')).toBe('false'))
      expect(changes()).toEqual([])
    })
  }

  test('takes the nearest number by arrows, and the ends by Home', async () => {
    await fill(count, '150')
    await keys('{ArrowUp}')
    expect(count().value).toBe('100')
    await keys('{Home}')
    expect(count().value).toBe('1')
  })

  test('has its quota in dollars or in units, and sends what was typed', async () => {
    await fill(quota, '2.469134')
    await press(() => button(t('form:quota.toUnits')))
    await until(() => expect(quota().value).toBe('1234567'))
    await fill(quota, '1,234,567')
    await keys('{Control>}{Enter}{/Control}')
    await until(() => dialog(t('redemption:made.title')))
    expect(sent()).toEqual({ name: 'exact', count: 1, quota: 1_234_567 })
  })

  test('says what all of them are worth, and lists them', async () => {
    await press(() => button('$10'))
    await fill(count, '3')
    await says('3 × $10.00 = $30.00')
    await press(() => button(t('redemption:form.submit')))
    await until(() => expect(dialog(t('redemption:made.title')).querySelectorAll('li').length).toBe(3))
    await press(() => button(t('redemption:made.done')))
    await until(() => expect(has('dialog')).toBe(false))
  })

  test('needs a name', async () => {
    await fill(name, '')
    await press(() => button(t('redemption:form.submit')))
    await until(() => expect(name().getAttribute('aria-invalid')).toBe('true'))
    expect(changes()).toEqual([])
  })
})

test('an unused code is edited, and found whole without its place in the address', async () => {
  const { codes } = answerSite({ codes: [aCode({ key: KEY }), aCode({ id: 2, key: 'another' })] })
  const page = await openConsole('/redemption')
  await rowCount(2)
  await press(() => button(t('redemption:row.edit', { name: 'welcome', id: 1 })))
  await fill(name, 'renamed')
  await press(() => button('$50'))
  await press(() => button(t('redemption:form.submit')))
  await until(() => expect(has('dialog')).toBe(false))
  await until(() => expect(document.querySelector('[data-row="1"]')?.textContent).toContain('$50.00'))
  expect(codes[0]).toMatchObject({ name: 'renamed', quota: 25_000_000, key: KEY })
  await fill(() => searchbox(t('redemption:filter.keyword')), KEY)
  await person.keyboard('{Enter}')
  await rowCount(1)
  expect(page.address()).toBe('/redemption')
})
