import type { Locator, Page } from '@playwright/test'
import { addUser } from './console-client.ts'
import { expect, test } from './fixtures.ts'

/**
 * React keeps what an element was drawn with last on the element itself, and what is not drawn again keeps the very same
 * object: so both can be told apart in the build that users get.
 */
async function watch(elements: Locator) {
  const count = await elements.evaluateAll((found) => {
    const drawnWith = (element: Element) => {
      const key = Object.keys(element).find((name) => name.startsWith('__reactProps$'))
      if (!key) throw new Error('React no longer keeps the properties where this test looks for them')
      return (element as unknown as Record<string, unknown>)[key]
    }
    const before = found.map((element) => [element, drawnWith(element)] as const)
    const drawnAgain = () =>
      before.flatMap(([element, props], at) => (element.isConnected && drawnWith(element) === props ? [] : [at]))
    Object.assign(window, { drawnAgain })
    return before.length
  })
  /** Which of the elements were drawn again since, by their place. */
  const drawnAgain = () =>
    elements.page().evaluate(() => (window as unknown as { drawnAgain: () => number[] }).drawnAgain())
  return { count, drawnAgain }
}

const rows = (page: Page) => watch(page.locator('tbody tr[data-row]'))

for (const path of ['/channel', '/token', '/user', '/redemption'] as const) {
  test(`${path}: choosing a row draws that row again and no other`, { tag: '@all' }, async ({
    page,
    site,
    client,
    t,
  }) => {
    if (path === '/user')
      for (const name of ['drawn', 'again']) await addUser(site.url, client, `${name}-${Date.now() % 1e6}`)
    await page.goto(path)
    const boxes = page.locator('tbody').getByRole('checkbox')
    await expect(boxes.nth(2)).toBeVisible()
    await page.waitForLoadState('networkidle')
    const { count, drawnAgain } = await rows(page)
    expect(count).toBeGreaterThan(2)
    await boxes.nth(1).check()
    await expect(page.getByText(t('table:select.count', { count: 1 }))).toBeVisible()
    expect(await drawnAgain()).toEqual([1])

    await page.getByRole('button', { name: t('table:view.open'), exact: true }).click()
    await expect(page.getByRole('checkbox').last()).toBeInViewport()
    expect(await drawnAgain()).toEqual([1])
  })
}

test('unfolding a row, and asking for the same rows anew, draws no other row', { tag: '@all' }, async ({ page, t }) => {
  await page.goto('/audit?size=20')
  const buttons = page.locator('tbody tr[data-row] button[aria-expanded]')
  await expect(buttons.nth(2)).toBeVisible()
  await page.waitForLoadState('networkidle')
  const { drawnAgain } = await rows(page)
  await buttons.nth(2).click()
  await expect(page.locator('tbody tr[data-row] button[aria-expanded=true]')).toHaveCount(1)
  expect(await drawnAgain()).toEqual([2])

  const asked = page.waitForResponse((response) => response.url().includes('/api/audit'))
  await page.getByRole('button', { name: t('table:refresh'), exact: true }).click()
  await asked
  await page.waitForLoadState('networkidle')
  expect(await drawnAgain()).toEqual([2])
})

test('typing a channel’s name draws none of its models again', { tag: '@all' }, async ({ page, t }) => {
  await page.goto('/channel/edit/1')
  const drawer = page.getByRole('dialog')
  const name = drawer.getByLabel(t('channels:form.name'), { exact: true })
  await expect(name).not.toHaveValue('')
  await page.waitForLoadState('networkidle')
  const models = drawer.getByRole('toolbar').first()
  await expect(models).toContainText('gpt-4o-mini')
  const { count, drawnAgain } = await watch(models.locator('> *'))
  expect(count).toBeGreaterThan(1)
  await name.pressSequentially('xyz')
  await expect(name).toHaveValue(/xyz/)
  expect(await drawnAgain()).toEqual([])
})
