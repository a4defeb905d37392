import { OPEN, violations } from './axe.ts'
import { expect, test } from './fixtures.ts'

test.use({ start: 'empty' })

test('a token is restricted to a pattern of models and to endpoints', { tag: '@all' }, async ({ page, client, t }) => {
  const { id } = await client.send<{ id: number }>('POST', '/api/token', { name: 'bot', unlimited_quota: true })
  await page.goto(`/token/edit/${id}`)
  const drawer = page.getByRole('dialog', { name: t('tokens:form.update') })
  await drawer.getByRole('switch', { name: t('tokens:form.limitModels') }).click()
  await drawer.getByRole('combobox', { name: t('tokens:form.models') }).fill('claude-*')
  await page.keyboard.press('Enter')
  await drawer.getByRole('switch', { name: t('tokens:form.limitEndpoints') }).click()
  await drawer.getByRole('button', { name: t('tokens:form.submit') }).click()
  await expect(drawer).toContainText(t('tokens:form.endpoints'))
  await expect(drawer.getByRole('combobox', { name: t('tokens:form.endpoints') })).toHaveAttribute(
    'aria-invalid',
    'true',
  )
  await drawer.getByRole('combobox', { name: t('tokens:form.endpoints') }).fill(t('tokens:endpoint.messages'))
  await page.getByRole('option', { name: t('tokens:endpoint.messages') }).click()
  expect(await violations(page, 'light', OPEN)).toEqual([])
  await drawer.getByRole('button', { name: t('tokens:form.submit') }).click()
  await expect(drawer).toBeHidden()
  expect(await client.send('GET', `/api/token/${id}`)).toMatchObject({
    model_limits_enabled: true,
    model_limits: 'claude-*',
    endpoints: ['messages'],
  })
})
