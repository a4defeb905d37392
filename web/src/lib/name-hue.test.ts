import { expect, test } from 'bun:test'
import { CHART_HUES, idHue, nameHue } from './name-hue.ts'

test('a name has the same hue for everybody', () => {
  // A change of these is a change of all charts.
  expect(['gpt-4o', 'gpt-4o-mini', 'claude-sonnet-4-5'].map(nameHue)).toEqual([145, 325, 55])
  for (const name of ['', 'a', '模型', 'gpt-4o']) expect(CHART_HUES).toContain(nameHue(name))
})

test('names that differ in one sign have all hues', () => {
  const hues = new Set(Array.from({ length: 60 }, (_, index) => nameHue(`model-${index}`)))
  expect(hues.size).toBe(CHART_HUES.length)
})

test('models that are often shown together have hues of their own', () => {
  const together = [
    'gpt-4o-mini claude-sonnet-4-6 o4-mini gpt-4.1-mini gpt-4o text-embedding-3-small gemini-2.5-flash',
    'gpt-4o gpt-4o-mini claude-sonnet-4-5 claude-opus-4-5 deepseek-chat deepseek-reasoner qwen-max gemini-2.5-pro',
    'gpt-4o gpt-4o-mini gpt-4.1 gpt-4.1-mini o3 o4-mini gpt-5 gpt-image-1',
  ].map((names) => names.split(' '))
  for (const names of together) expect(new Set(names.map(nameHue)).size).toBe(names.length)
})

test('ids in a row have different hues, also those of hand-made rows', () => {
  expect(new Set([1, 2, 3, 4, 5, 6, 7, 8].map(idHue)).size).toBe(8)
  expect(CHART_HUES).toContain(idHue(2 ** 40))
})
