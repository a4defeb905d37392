import { expect, test } from 'bun:test'
import { openConsole } from '#test/dom/console.tsx'
import { button, fill, first, keys, press, t, text, textbox, until } from '#test/dom/page.ts'
import { aChannel, aLog, aToken } from '#test/dom/records.ts'
import { answerSite } from '#test/dom/site.ts'

const open = () => press(() => button(t('table:views.open')))

async function save(name: string) {
  await open()
  await fill(() => textbox(t('table:views.name')), name)
  await keys('{Enter}')
  await until(() => button(name))
}

/** One of each: without any there would be nothing to view. */
const answerOne = () => answerSite({ tokens: [aToken()], channels: [aChannel()], logs: [aLog()] })
const asked = (address: string) => Object.fromEntries(new URL(address, location.href).searchParams)

for (const [list, search] of [
  ['/log', 'type=2&range=7d&sort=-quota'],
  ['/token', 'keyword=small'],
  ['/channel', 'keyword=spare&sort=-priority'],
] as const) {
  test(`a view of ${list} is saved, shown again, renamed and deleted`, async () => {
    answerOne()
    await openConsole(`${list}?${search}&p=1`)
    await save('Mine')
    const page = await openConsole(list)
    await open()
    await press(() => button('Mine'))
    await until(() => expect(asked(page.address())).toEqual(Object.fromEntries(new URLSearchParams(search))))
    await open()
    await until(() => expect(button('Mine').getAttribute('aria-current')).toBe('true'))
    await press(() => button(t('table:views.rename', { name: 'Mine' })))
    await fill(() => textbox(t('table:views.rename', { name: 'Mine' })), 'Ours')
    await keys('{Enter}')
    await press(() => button(t('table:views.delete', { name: 'Ours' })))
    await until(() => text(t('table:views.none')))
  })
}

test('the first view is what the list shows when its address says nothing', async () => {
  answerOne()
  await openConsole('/log?type=1&range=30d')
  await save('Top-ups')
  await press(() => button(t('table:views.first', { name: 'Top-ups' })))
  let page = await openConsole('/log')
  await until(() => expect(asked(page.address())).toEqual({ type: '1', range: '30d' }))
  page = await openConsole('/log?type=2')
  await press(() => first('button', t('table:filter.clear')))
  await until(() => expect(page.address()).toBe('/log'))
})

test('a view has a name of its own, or says why it cannot have this one', async () => {
  answerOne()
  await openConsole('/token?keyword=a')
  await save('Mine')
  await save('Yours')
  await press(() => button(t('table:views.rename', { name: 'Yours' })))
  await fill(() => textbox(t('table:views.rename', { name: 'Yours' })), 'Mine')
  await until(() => expect(document.body.textContent).toContain(t('table:views.taken')))
  await fill(() => textbox(t('table:views.rename', { name: 'Yours' })), ' ')
  await until(() => expect(document.body.textContent).toContain(t('table:views.unnamed')))
})

test('a view is a link that anybody can open', async () => {
  answerOne()
  await openConsole('/log?type=1&range=30d')
  await save('Top-ups')
  await press(() => button(t('table:views.link', { name: 'Top-ups' })))
  await until(() => text(/switchyard\.test/))
  const link = await navigator.clipboard.readText()
  expect(new URL(link).search).toBe('?range=30d&type=1')
})
