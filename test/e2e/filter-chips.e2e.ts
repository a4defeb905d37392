import { expect, further, test } from './fixtures.ts'

for (const language of ['en', 'zh'] as const) {
  test.describe(`in ${language}`, further(language !== 'en'), () => {
    test.use({ language })

    test('where nothing matches, each filter can be taken away by itself', { tag: '@all' }, async ({ page, t }) => {
      await page.goto('/channel?keyword=main&status=3&type=1')
      const chips = page.getByRole('list', { name: t('filters:chips') })
      await expect(chips.getByRole('listitem')).toHaveCount(3)
      const status = t('filters:is', { name: t('filters:name.status'), value: t('channels:status.autoDisabled') })
      await chips.getByRole('button', { name: t('filters:remove', { filter: status }) }).focus()
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL('/channel?keyword=main&type=1')
      await expect(chips).toBeHidden()
      await expect(page.locator('[data-row]').first()).toBeVisible()
    })

    test('a time is one of them, and what is left out too', { tag: '@all' }, async ({ page, t }) => {
      await page.goto('/log?model_name=nowhere&not_type=1&range=1h')
      const chips = page.getByRole('list', { name: t('filters:chips') })
      const remove = (filter: string) => chips.getByRole('button', { name: t('filters:remove', { filter }) })
      await expect(remove(t('filters:isNot', { name: t('filters:name.type'), value: t('logs:type.1') }))).toBeVisible()
      const time = t('filters:is', { name: t('filters:name.range'), value: t('logs:range.1h') })
      await remove(time).focus()
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL('/log?model_name=nowhere&not_type=%221%22')
      await expect(chips.getByRole('listitem')).toHaveCount(2)
      await expect(chips.getByRole('button').nth(1)).toBeFocused()
      await page.goto('/log?model_name=nowhere&from=1000000000&to=1000003600')
      await expect(chips.getByRole('listitem')).toHaveCount(2)
      await expect(chips).toContainText('2001-09-09')
      await chips.getByRole('button', { name: /2001-09-09/ }).click()
      await expect(page).toHaveURL('/log?model_name=nowhere')
    })
  })
}

test('a key that was pasted is not told', { tag: '@all' }, async ({ page, t }) => {
  const key = `sk-${'a1b2'.repeat(12)}`
  await page.goto('/token')
  await page.getByRole('searchbox').first().fill(key)
  const chips = page.getByRole('list', { name: t('filters:chips') })
  await expect(chips).toContainText(t('filters:hidden'))
  await expect(chips).not.toContainText(key)
  await chips.getByRole('button').click()
  await expect(page.locator('[data-row]').first()).toBeVisible()
})
