import { beforeEach, expect, test } from 'bun:test'
import { type Channel, updateChannel } from '#contract/api/channels.ts'
import { answer, changes } from '#test/dom/api.ts'
import { openConsole } from '#test/dom/console.tsx'
import {
  alert,
  button,
  field,
  fill,
  focused,
  keys,
  person,
  press,
  rowCount,
  rowIds,
  shows,
  t,
  text,
  until,
} from '#test/dom/page.ts'
import { aChannel } from '#test/dom/records.ts'
import { answerSite } from '#test/dom/site.ts'

const main = { id: 1, name: 'main', weight: 5, priority: 3 }
const weight = () => field(t('channels:row.weight', { name: 'main' }))
const priority = () => field(t('channels:row.priority', { name: 'main' }))
let channels: Channel[]

beforeEach(async () => {
  channels = answerSite({ channels: [aChannel({ id: 2, name: 'top', priority: 9 }), aChannel(main)] }).channels
  await openConsole('/channel')
  await rowCount(2)
})

async function enter(find: () => HTMLInputElement, value: string) {
  await fill(find, value)
  await keys('{Enter}')
}

for (const wrong of ['99999999999', 'abc', '2.5']) {
  test(`the number ${wrong} stays with the reason, and Escape takes it back`, async () => {
    await enter(weight, wrong)
    await until(() => expect(alert()).toBe(t('table:inline.range', { min: '0', max: '1,000,000' })))
    expect(weight().value).toBe(wrong)
    await focused(weight)
    await keys('{Escape}')
    expect(weight().value).toBe('5')
    expect(alert()).toBe('')
    expect(changes()).toEqual([])
  })
}

test('a number is saved by Enter, once', async () => {
  await enter(weight, '7')
  await until(() => expect(channels[1]?.weight).toBe(7))
  await person.tab()
  expect(changes()).toEqual(['PUT /api/channel'])
})

test('a weight below 0 counts as 0, and a priority below the least as the least', async () => {
  await enter(weight, '-50')
  await until(() => expect(weight().value).toBe('0'))
  await enter(priority, '-1000')
  await until(() => expect(priority().value).toBe('-999'))
  await until(() => expect(channels[1]).toMatchObject({ weight: 0, priority: -999 }))
})

test('what the server does not take says which row, and Escape takes it back', async () => {
  answer(updateChannel, () => ({ status: 503 }))
  await enter(weight, '44')
  await until(() => expect(alert()).toContain(t('channels:row.weight', { name: 'main' })))
  expect(alert()).toContain('503')
  expect(weight().value).toBe('44')
  weight().focus()
  await keys('{Escape}')
  await until(() => expect(weight().value).toBe('5'))
})

test('a changed priority is told at once, and R sorts again', async () => {
  await enter(priority, '9000')
  await until(() => text(t('table:sort.changed')))
  expect(rowIds()).toEqual([2, 1])
  channels.reverse()
  priority().blur()
  await keys('r')
  await until(() => expect(rowIds()).toEqual([1, 2]))
  expect(shows(t('table:sort.changed'))).toBe(false)
})

test('a switch in a row is told with a way back, which Ctrl Z takes', async () => {
  await press(() => button(t('channels:row.disable', { name: 'main' })))
  await until(() => text(t('channels:toast.disabled', { name: 'main' })))
  await until(() => expect(channels[1]?.status).toBe(2))
  await keys('{Control>}z{/Control}')
  await until(() => button(t('channels:row.disable', { name: 'main' })))
  await until(() => expect(channels[1]?.status).toBe(1))
})

test('F leads to the filters', async () => {
  await keys('jf')
  await until(() =>
    expect(document.activeElement?.getAttribute('role') ?? document.activeElement?.tagName).toMatch(/combobox|SELECT/),
  )
})
