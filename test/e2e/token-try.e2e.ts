import { QUOTA_PER_USD } from '#contract/quota.ts'
import { expect, test } from './fixtures.ts'
import { MODEL } from './seed.ts'

test.use({ start: 'empty', expectedErrors: /status of 401/ })

test('a token is tried with a real call: what it answers and costs, or why it is refused', async ({
  page,
  client,
  site,
  t,
}) => {
  const channel = { type: 1, name: 'upstream', key: 'sk-upstream', models: MODEL, base_url: site.upstreamUrl }
  await client.send('POST', '/api/channel', channel)
  await client.send('POST', '/api/token', { name: 'laptop', remain_quota: QUOTA_PER_USD, expired_time: -1 })
  await page.goto('/token')
  const open = async () => {
    await page.getByRole('button', { name: t('tokens:row.more', { name: 'laptop' }) }).click()
    await page.getByRole('menuitem', { name: t('tokens:row.try') }).click()
  }
  await open()
  const dialog = page.getByRole('dialog', { name: `${t('tokens:row.try')} · laptop` })
  await expect(dialog.getByLabel(t('tokens:try.model'))).toHaveValue(MODEL)
  await dialog.getByRole('button', { name: t('tokens:try.send') }).click()
  const [works = ''] = t('tokens:try.works', { time: '|' }).split('|')
  await expect(dialog.getByRole('status')).toContainText(works)
  await expect(dialog.getByRole('status')).toContainText('$0.0')
  await dialog.getByRole('link', { name: t('tokens:try.log') }).click()
  await expect(page).toHaveURL(/\/log\?.*request_id=/)
  await expect(dialog).toBeHidden()

  await page.goto('/token')
  await page.getByRole('button', { name: `${t('common:action.disable')} laptop` }).click()
  await expect(page.getByText(t('tokens:status.disabled'), { exact: true })).toBeVisible()
  await open()
  await dialog.getByRole('button', { name: t('tokens:try.send') }).click()
  await expect(dialog.getByRole('status')).toContainText(t('tokens:try.failed'))
  await expect(dialog.getByRole('status')).toContainText('HTTP 401')
  await expect(page).toHaveURL('/token')
})
