import { expect, test } from 'bun:test'
import { openConsole } from '#test/dom/console.tsx'
import { role, t, until } from '#test/dom/page.ts'

const navigation = (name: string) => role('navigation')(name)
const current = (of: HTMLElement) => [...of.querySelectorAll('[aria-current=page]')].map((link) => link.textContent)

test.each([
  ['/price/sync', 'priceSync'],
  ['/margin', 'margin'],
  ['/margin?view=bills', 'bills'],
] as const)('one tab is open at %s', async (path, tab) => {
  await openConsole(path, { frame: true })
  await until(() => expect(current(navigation(t('shell:section.prices')))).toEqual([t(`shell:tab.${tab}`)]))
})
