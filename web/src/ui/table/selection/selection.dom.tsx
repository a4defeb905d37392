import { beforeEach, expect, test } from 'bun:test'
import { listTokens } from '#contract/api/tokens.ts'
import { hold } from '#test/dom/api.ts'
import { openConsole } from '#test/dom/console.tsx'
import {
  button,
  checkbox,
  has,
  keys,
  person,
  press,
  role,
  rowCount,
  rows,
  settled,
  shows,
  t,
  text,
  until,
} from '#test/dom/page.ts'
import { aCode, aToken, many } from '#test/dom/records.ts'
import { answerSite } from '#test/dom/site.ts'

const COUNT = 12
const box = (name: string) => checkbox(new RegExp(`${name}$`))
const chosen = () => rows().flatMap((row) => (row.querySelector('input:checked') ? [Number(row.dataset.row)] : []))
const counted = (count: number) => until(() => text(t('table:select.count', { count })))

beforeEach(() => {
  answerSite({
    tokens: many(COUNT, (id) => aToken({ id, name: `app-${id}`, key: `key-${id}` })),
    codes: many(COUNT, (id) => aCode({ id, key: `code-${id}` })),
  })
})

async function openTokens() {
  const page = await openConsole('/token')
  await rowCount(10)
  return page
}

test('a press with Shift takes the rows between, in either direction', async () => {
  await openTokens()
  await person.click(box('app-3'))
  await person.keyboard('{Shift>}')
  await person.click(box('app-6'))
  await person.keyboard('{/Shift}')
  expect(chosen()).toEqual([3, 4, 5, 6])
  await counted(4)
  await person.click(box('app-9'))
  await person.keyboard('{Shift>}')
  await person.click(box('app-8'))
  await person.keyboard('{/Shift}')
  expect(chosen()).toEqual([3, 4, 5, 6, 8, 9])
})

test('the head takes the page, then all that match, and gives all back', async () => {
  await openTokens()
  const head = () => checkbox(t('table:select.page'))
  await person.click(head())
  await counted(10)
  await press(() => button(t('table:select.matching', { total: String(COUNT) })))
  await counted(COUNT)
  await press(() => button(t('table:pager.next')))
  await rowCount(2)
  expect(chosen()).toEqual([11, 12])
  await press(() => button(t('table:select.clear')))
  expect(chosen()).toEqual([])
  expect(has('region', t('table:select.bar'))).toBe(false)
})

test('a part of the page shows in the head as neither one nor the other', async () => {
  await openTokens()
  const head = () => {
    const { checked, indeterminate } = checkbox(t('table:select.page')) as HTMLInputElement
    return indeterminate ? 'mixed' : checked
  }
  expect(head()).toBe(false)
  await person.click(box('app-2'))
  expect(head()).toBe('mixed')
  await person.click(box('app-2'))
  expect(head()).toBe(false)
})

test('what was chosen on one page is still chosen after another', async () => {
  const page = await openTokens()
  await person.click(box('app-2'))
  await press(() => button(t('table:pager.next')))
  await rowCount(2)
  await counted(1)
  page.router.history.back()
  await rowCount(10)
  expect(chosen()).toEqual([2])
})

test('rows can be chosen as soon as they are there', async () => {
  const list = hold(listTokens)
  await openConsole('/token')
  await until(() => expect((checkbox(t('table:select.page')) as HTMLInputElement).disabled).toBe(true))
  list.release()
  await rowCount(10)
  await person.click(checkbox(t('table:select.page')))
  await counted(10)
})

test('by keys: j goes down, x chooses, Ctrl A takes the page and then all, Escape none', async () => {
  await openTokens()
  await settled()
  await keys('jjx')
  await until(() => expect(chosen()).toEqual([2]))
  await keys('{Control>}a{/Control}')
  await counted(10)
  await keys('{Control>}a{/Control}')
  await counted(COUNT)
  await keys('{Escape}')
  await until(() => expect(chosen()).toEqual([]))
})

for (const [path, area] of [
  ['/token', 'tokens'],
  ['/redemption', 'redemption'],
] as const) {
  test(`${path}: copying the chosen says first that none is chosen`, async () => {
    await openConsole(path)
    await rowCount(10)
    const copy = () => button(t(`${area}:bulk.copy`))
    await press(copy)
    await until(() => expect(shows(t(`${area}:bulk.none`))).toBe(true))
    await person.click(role('checkbox')(undefined, rows()[0]))
    await counted(1)
    await press(copy)
    if (path === '/token') await press(() => role('menuitem')(t('tokens:bulk.lines')))
    await settled()
    expect(await navigator.clipboard.readText()).toMatch(/^\S.* {4}\S+$/)
  })
}
