import { OPEN, violations } from './axe.ts'
import { expect, test } from './fixtures.ts'

test.use({ start: 'empty' })

test('limits of a token are set, said as a sentence, and shown with their use', async ({ page, client, t }) => {
  const { id } = await client.send<{ id: number }>('POST', '/api/token', { name: 'bot', unlimited_quota: true })
  await page.goto(`/token/edit/${id}`)
  const drawer = page.getByRole('dialog', { name: t('tokens:form.update') })
  const limits = drawer.getByRole('group', { name: t('limits:title') })
  await limits.getByLabel(t('limits:measure.rpm')).fill('60')
  await limits.getByRole('button', { name: t('limits:addBudget') }).click()
  await limits.getByLabel(t('limits:amount')).fill('2.5')
  await limits.getByLabel(t('limits:models')).fill('claude-opus*, gpt-5')
  await expect(limits).toContainText(t('limits:sentence.rpm', { count: 60, limit: '60' }))
  await expect(limits).toContainText(t('limits:budget.month', { amount: '$2.50' }))
  expect(await violations(page, 'light', OPEN)).toEqual([])
  await drawer.getByRole('button', { name: t('tokens:form.submit') }).click()
  await expect(drawer).toBeHidden()
  const stored = await client.send<{ limits: unknown }>('GET', `/api/token/${id}`)
  const budgets = [{ window: 'month', quota: 1_250_000, models: ['claude-opus*', 'gpt-5'] }]
  expect(stored.limits).toEqual({ rpm: 60, budgets })

  await page.goto(`/token/edit/${id}`)
  const use = drawer.getByRole('list', { name: t('limits:use') })
  await expect(use).toContainText(t('limits:usedOf', { used: '0', limit: '60' }))
  await expect(use).toContainText(t('limits:usedOf', { used: '$0.00', limit: '$2.50' }))
  await drawer.getByRole('button', { name: t('limits:removeBudget') }).click()
  await drawer.getByLabel(t('limits:measure.rpm')).fill('')
  await drawer.getByRole('button', { name: t('tokens:form.submit') }).click()
  await expect(drawer).toBeHidden()
  expect((await client.send<{ limits: unknown }>('GET', `/api/token/${id}`)).limits).toBeNull()
})
