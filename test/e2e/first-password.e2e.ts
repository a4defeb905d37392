import { errors } from '#contract/errors.ts'
import { violations } from './axe.ts'
import { logIn } from './console-client.ts'
import { expect, test } from './fixtures.ts'
import { startUnclaimedServer } from './processes.ts'

test.use({ as: 'visitor' })

const PASSWORD = 'a password of root'

test('root gets its first password by the printed link, and is logged in', async ({ page, t }) => {
  const server = await startUnclaimedServer()
  // The fixtures choose the language of another server.
  await page.addInitScript(() => localStorage.setItem('language', 'en'))
  await page.goto(server.link)
  await expect(page.getByRole('heading', { name: t('setup:first.title') })).toBeVisible()
  expect(await violations(page, 'light')).toEqual([])
  const password = page.getByLabel(t('entry:register.password'), { exact: true })
  const repeat = page.getByLabel(t('entry:register.repeat'), { exact: true })
  const submit = page.getByRole('button', { name: t('setup:first.submit') })
  await password.fill(PASSWORD)
  await repeat.fill('another password')
  await submit.click()
  await expect(page.getByText(t('entry:problem.mismatch'))).toBeVisible()
  await expect(repeat).toBeFocused()
  await repeat.fill(PASSWORD)
  await submit.click()
  await expect(page).toHaveURL(`${server.url}/`)
  // The home page of a user, not a visitor's.
  await expect(page.getByRole('main').getByRole('definition').first()).toHaveText('$200.00')
  const root = await logIn(server.url, 'root', PASSWORD)
  expect(root.user.username).toBe('root')
  // The language of the page is the site's from now on: programs name none.
  const answer = await fetch(`${server.url}/v1/models`)
  expect(await answer.text()).toContain(errors.token_missing.en)
  // The page asks its server in idle time: it goes first.
  await page.close()
  await server.stop()
})
