import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

// Options are the site's own: a test that changes them has a site to itself.
test.use({ start: 'providers' })

test('saved credentials of a login are tried, and what is not saved is told', { tag: '@all' }, async ({
  page,
  t,
  client,
}) => {
  await page.clock.install()
  await page.goto('/setting?tab=system&section=all')
  const button = page.getByRole('button', { name: t('settings:serviceTest.button.github') })
  await button.click()
  const right = page.getByText(t('settings:serviceTest.right.github'))
  await expect(right).toBeVisible()
  await expect(page.getByText(t('settings:serviceTest.unsaved'))).toHaveCount(0)
  await page.getByLabel(t('options:option.GitHubClientId.label'), { exact: true }).fill('somebody-else')
  await expect(page.getByText(t('settings:serviceTest.unsaved'))).toBeVisible()
  // What was found of other values says nothing about those saved since.
  await page.getByRole('button', { name: t('settings:bar.save'), exact: true }).click()
  await expect(right).toBeHidden()
  await expect(page.getByText(t('settings:serviceTest.unsaved'))).toHaveCount(0)
  await button.click()
  const refused = page.getByRole('alert').filter({ hasText: t('settings:serviceTest.refused') })
  await expect(refused).toBeVisible()
  // The same values, read once more, are still those that were tried.
  await readAgain(page)
  await expect(refused).toBeVisible()
  const label = t('options:option.GitHubClientSecret.label')
  await page.getByRole('button', { name: `${t('settings:secret.replace')}: ${label}` }).click()
  await page.keyboard.type('a new secret')
  await page.getByRole('button', { name: t('settings:bar.save'), exact: true }).click()
  await expect(refused).toBeHidden()
  await client.send('PUT', '/api/option', { key: 'TurnstileSecretKey', value: '' })
  for (const service of ['payment', 'turnstile'] as const) {
    await page.getByRole('button', { name: t(`settings:serviceTest.button.${service}`) }).click()
    await expect(page.getByText(t(`settings:serviceTest.unset.${service}`))).toBeVisible()
  }
})

/** Looks away for longer than texts count as fresh, and back. */
async function readAgain(page: Page) {
  const read = page.waitForResponse((response) => /\/api\/option\/?$/.test(response.url()))
  await page.clock.fastForward(60_000)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await read
}
