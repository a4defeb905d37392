import { expect, test } from 'bun:test'
import { OWN_GROUP_LABEL } from '#contract/groups.ts'
import { options } from '#contract/options.ts'
import { groupLabel, shownName } from './default-names.ts'

test('the default descriptions of groups are in the language of the reader, those of the operator stay', () => {
  const stored = [...Object.values(JSON.parse(options.UserUsableGroups.default) as object), OWN_GROUP_LABEL]
  for (const name of stored) {
    expect(shownName(name, 'zh')).toBe(name)
    expect(shownName(name, 'en')).not.toMatch(/\p{Script=Han}/u)
  }
  expect(shownName('高级分组', 'en')).toBe('高级分组')
})

test('a group without a description is its name', () => {
  expect(groupLabel('vip', undefined)).toBe('vip')
  expect(groupLabel('vip', 'Premium')).toBe('vip · Premium')
})
