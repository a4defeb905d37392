import { violations } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { expectStill } from './shifts.ts'

const notice =
  '# Maintenance\n\nOn **Sunday** from 02:00 to 04:00 UTC.\n\n- relays go on\n- the console is away\n\n' +
  '<p style="color: red" onclick="document.title=1">Ask <a href="https://other.example/">us</a>.</p><script>1</script>'

test.use({ as: 'visitor', start: 'empty', options: { Notice: notice } })

test('the notice is in its place at the first paint, and nothing moves when its sanitiser comes', {
  tag: '@all',
}, async ({ page, t }) => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/sanitized-html-*.js', async (route) => {
    await released
    await route.continue()
  })
  const still = await expectStill(page)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto('/login')
  const title = page.getByRole('heading', { name: 'Maintenance' })
  await expect(title).toBeVisible()
  await expect(page.getByText('On Sunday from')).toBeVisible()
  await expect(page.getByRole('link', { name: 'us' })).toBeHidden()
  const submit = page.getByRole('button', { name: t('login:submit'), exact: true })
  const before = await submit.boundingBox()

  release()
  await expect(page.getByRole('link', { name: 'us' })).toBeVisible()
  await expect(page.getByText('Ask us')).toHaveCSS('color', 'rgb(255, 0, 0)')
  expect(await submit.boundingBox()).toEqual(before)
  await still()
  // The administrator's colours are the administrator's.
  expect(await violations(page, 'light', { 'color-contrast': { enabled: false } })).toEqual([])
  expect(asked).not.toContain('/api/notice')

  await page.getByRole('button', { name: t('common:action.dismiss'), exact: true }).click()
  await expect(title).toBeHidden()
  await page.reload()
  await expect(submit).toBeVisible()
  await expect(title).toBeHidden()
})
