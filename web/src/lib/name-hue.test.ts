import { expect, test } from 'bun:test'
import { nameHue } from './name-hue.ts'

test('a name has the same hue for everybody, which is an angle', () => {
  // A change of these is a change of all charts.
  expect(['gpt-4o', 'gpt-4o-mini', 'claude-sonnet-4-5'].map(nameHue)).toEqual([123, 54, 176])
  for (const name of ['', 'a', '模型', 'gpt-4o']) {
    expect(nameHue(name)).toBeGreaterThanOrEqual(0)
    expect(nameHue(name)).toBeLessThan(360)
  }
})

test('names that differ in one sign are spread over the circle', () => {
  const hues = new Set(Array.from({ length: 40 }, (_, index) => nameHue(`model-${index}`)))
  expect(hues.size).toBeGreaterThan(24)
})
