import { expect, test } from './fixtures.ts'

/** What another program, or another version, may have left in the browser under our names. */
const LEFT = {
  language: '"en"',
  'theme-mode': 'sepia',
  density: '',
  sidebar: 'true',
  'page-size': '"many"',
  columns: '[',
  views: 'null',
  status: '[]',
  recent: '7',
  'drawing-view': 'null',
  'checklist-room': '-5',
  'playground:1': '{"settings":3,"messages":"none"}',
}

test('what stands in the browser under our names and means nothing counts as nothing', { tag: '@all' }, async ({
  page,
}) => {
  await page.addInitScript((left) => {
    for (const [name, text] of Object.entries(left)) localStorage.setItem(name, text)
  }, LEFT)
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  for (const path of ['/token', '/log', '/pricing', '/midjourney', '/detail', '/playground']) {
    await page.goto(path)
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('link', { name: '首页' }).first()).toBeVisible()
  }
  expect(errors).toEqual([])
})

test('a stored user that is none is asked to log in', { tag: '@all' }, async ({ browser, site }) => {
  for (const user of ['5', '{}', '"root"', '[]', '{"id":"1","role":"100"}']) {
    const context = await browser.newContext({ storageState: { cookies: [], origins: [] } })
    const page = await context.newPage()
    await page.goto(`${site.url}/about`)
    await page.evaluate((text) => localStorage.setItem('user', text), user)
    await page.goto(`${site.url}/token`)
    await expect(page, user).toHaveURL(/\/login/)
    await context.close()
  }
})
