import type { Locator, Page } from '@playwright/test'
import { OPEN, violations } from './axe.ts'
import type { ConsoleClient } from './console-client.ts'
import { expect, further, test } from './fixtures.ts'
import type { Texts } from './texts.ts'

const PHONE = { width: 390, height: 844 }

/** Something that opens over a page. */
export interface OpenState {
  path: string
  /** Makes what the page needs, before it is visited. */
  prepare?: (client: ConsoleClient, url: string) => Promise<unknown>
  /** Opens it, and returns what is open then. */
  open: (page: Page, t: Texts, client: ConsoleClient) => Promise<Locator>
  phone?: true
}

export const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).first().click()
export const dialog = (page: Page, name?: string) => page.getByRole('dialog', name === undefined ? {} : { name }).last()
export const menu = (page: Page) => page.getByRole('menu')

/** Chooses the first rows, so that what is about several can be opened. */
export async function chooseTwo(page: Page) {
  const boxes = page.locator('[data-row]').getByRole('checkbox')
  await boxes.nth(0).check()
  await boxes.nth(1).check()
}

/** A test for each state: axe finds nothing while it is open, and in the dark theme nothing about colours. */
export function testOpenStates(states: Record<string, OpenState>) {
  for (const [index, [name, { path, prepare, open, phone }]] of Object.entries(states).entries()) {
    test.describe(name, further(index > 0, '@all'), () => {
      if (phone) test.use({ viewport: PHONE })

      test('is accessible while it is open', async ({ page, client, site, t }) => {
        await prepare?.(client, site.url)
        await page.goto(path)
        await expect(await open(page, t, client)).toBeVisible()
        expect(await violations(page, 'light', OPEN)).toEqual([])
        await page.evaluate(() => document.documentElement.classList.add('dark'))
        expect(await violations(page, 'dark', OPEN)).toEqual([])
      })
    })
  }
}
