import { expect, test } from 'bun:test'
import { openConsole } from '#test/dom/console.tsx'
import { button, checkbox, person, press, rowCount, t, until } from '#test/dom/page.ts'
import { aCode } from '#test/dom/records.ts'
import { answerSite } from '#test/dom/site.ts'

const heads = () => [...document.querySelectorAll('th[scope=col], thead th')].map((head) => head.textContent?.trim())
const maker = t('redemption:column.maker')
const quota = t('redemption:column.quota')
const created = t('redemption:column.created')

async function openCodes() {
  answerSite({ codes: [aCode()] })
  const page = await openConsole('/redemption')
  await rowCount(1)
  return page
}
const openPanel = () => press(() => button(t('table:view.open')))

test('a column is shown and hidden, remembered, and as it was after a reset', async () => {
  const page = await openCodes()
  expect(heads()).not.toContain(maker)
  await openPanel()
  await person.click(await until(() => checkbox(maker)))
  await until(() => expect(heads()).toContain(maker))
  await person.click(checkbox(quota))
  await until(() => expect(heads()).not.toContain(quota))
  await page.reload()
  await rowCount(1)
  expect(heads()).toContain(maker)
  expect(heads()).not.toContain(quota)
  await openPanel()
  await press(() => button(t('table:view.reset')))
  await until(() => expect(heads()).not.toContain(maker))
  expect(heads()).toContain(quota)
})

test('a column is moved, and the first goes no further', async () => {
  await openCodes()
  await openPanel()
  const before = heads()
  await press(() => button(t('table:view.moveUp', { column: created })))
  await until(() => expect(heads().indexOf(created)).toBe(before.indexOf(created) - 1))
  const [first] = [...document.querySelectorAll('[role=dialog] li label')].map((label) => label.textContent ?? '')
  const up = button(t('table:view.moveUp', { column: first ?? '' }))
  expect(up.getAttribute('aria-disabled')).toBe('true')
})

test('the density is chosen, marked, and kept', async () => {
  const page = await openCodes()
  await openPanel()
  for (const density of ['compact', 'comfortable', 'normal'] as const) {
    await press(() => button(t(`table:view.${density}`)))
    await until(() => expect(button(t(`table:view.${density}`)).getAttribute('aria-pressed')).toBe('true'))
  }
  await press(() => button(t('table:view.compact')))
  expect(localStorage.getItem('density')).toBe('compact')
  await page.reload()
  await rowCount(1)
  await openPanel()
  await until(() => expect(button(t('table:view.compact')).getAttribute('aria-pressed')).toBe('true'))
})
