import { expect, test } from 'bun:test'
// @ts-expect-error: plain JavaScript, which Node starts without a build.
import { withNewest } from './newest-clients.mjs'

test('versions of packages are filled in where a client lists them, and nowhere else', () => {
  const text = "  packages: ['ai@1.2.3', '@a/b@4.5.6'],\n  note: 'ai@1.2.3',"
  const newest = withNewest(text, (name: string) => (name === 'ai' ? '2.0.0' : '4.5.6'))
  expect(newest).toEqual({
    text: "  packages: ['ai@2.0.0', '@a/b@4.5.6'],\n  note: 'ai@1.2.3',",
    changes: ['ai 1.2.3 → 2.0.0'],
  })
})
