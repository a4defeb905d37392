import { expect, test } from './fixtures.ts'

// Options are the site's own: a test that changes them has a site to itself.
test.use({ start: 'empty', expectedErrors: /ERR_INTERNET_DISCONNECTED|ERR_FAILED/ })

test('a press on save is seen while the server is far, and then that nothing was saved', { tag: '@all' }, async ({
  page,
  context,
  t,
}) => {
  await page.goto('/setting?tab=operation&section=general')
  const retries = page.locator('#option-RetryTimes').getByRole('textbox')
  await retries.fill('7')
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/option', async (route) => {
    await released
    await route.abort().catch(() => {})
  })
  const save = page.getByRole('button', { name: t('settings:bar.save'), exact: true })
  await save.click()
  await expect(save).toHaveAttribute('aria-busy', 'true')
  await context.setOffline(true)
  release()
  await expect(page.getByText(t('settings:allFailed')).first()).toBeVisible()
  await expect(save).not.toHaveAttribute('aria-busy', 'true')
  await expect(retries).toHaveValue('7')
})
