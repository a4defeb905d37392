import { expect, test } from 'bun:test'
import i18next from 'i18next'
import { SENTENCES, stripDirection } from './strip-direction.ts'

test('a name in a sentence turns nothing around, and stays as it is otherwise', async () => {
  const instance = i18next.createInstance()
  await instance.init({ lng: 'en', resources: {}, ...SENTENCES })
  const sure = (name: unknown) =>
    instance.services.interpolator.interpolate('Delete "{{name}}" for good?', { name }, 'en', {})
  expect(sure('ab\u202egnp.exe')).toBe('Delete "abgnp.exe" for good?')
  expect(sure('a\u2069\u202eb')).toBe('Delete "ab" for good?')
  expect(sure('<i>&/"مرحبا')).toBe('Delete "<i>&/"مرحبا" for good?')
  expect(sure(7)).toBe('Delete "7" for good?')
})

test('marks of a direction, which turn nothing, stay', () => {
  expect(stripDirection('a\u200eb\u200f')).toBe('a\u200eb\u200f')
})
