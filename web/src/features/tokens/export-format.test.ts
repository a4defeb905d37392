import { expect, test } from 'bun:test'
import { maskedKey } from '#web/lib/api-key.ts'
import { exportKeys } from './export-format.ts'

const url = 'https://gateway.test/v1'

test('lines: name, four spaces, key', () => {
  const tokens = [
    { name: 'a', key: 'K1' },
    { name: 'b c', key: 'K2' },
  ]
  expect(exportKeys(tokens, 'lines', url)).toBe('a    sk-K1\nb c    sk-K2')
})

test('.env: one token is the variable that SDKs read', () => {
  expect(exportKeys([{ name: 'x', key: 'K' }], 'env', url)).toBe(`OPENAI_BASE_URL=${url}\nOPENAI_API_KEY=sk-K`)
})

test('.env: several tokens get valid and different variable names', () => {
  const text = exportKeys(
    ['build-bot', 'build bot', '令牌', 'é'].map((name, n) => ({ name, key: `K${n}` })),
    'env',
    url,
  )
  expect(text.split('\n').slice(1)).toEqual([
    'OPENAI_API_KEY_BUILD_BOT=sk-K0',
    'OPENAI_API_KEY_BUILD_BOT_2=sk-K1',
    'OPENAI_API_KEY_3=sk-K2',
    'OPENAI_API_KEY_E=sk-K3',
  ])
})

test('JSON keeps names that need escaping', () => {
  const name = 'say "hi"\n'
  expect(JSON.parse(exportKeys([{ name, key: 'K' }], 'json', url))).toEqual([{ name, key: 'sk-K', base_url: url }])
})

test('a masked key shows four characters at each end, and nothing of a short one', () => {
  expect(maskedKey('abcdefghijklmnop')).toBe('sk-abcd••••mnop')
  expect(maskedKey('abcdefgh')).toBe('sk-••••')
})
