import { expect, test } from 'bun:test'
import { drawnByTool, inMediumSquares } from './picture-prices.ts'

const drawn = (looks: object[], usage?: object) => ({ looks, otherwise: 'medium', usage })

test.each<[string, object[], object | undefined, number]>([
  ['gpt-image-1', [{}], undefined, 0.042],
  ['gpt-image-1', [{ quality: 'high', size: '1024x1024' }], { output_tokens: 4160 }, 0.167],
  [
    'gpt-image-1',
    [
      { quality: 'high', size: '1536x1024' },
      { quality: 'low', size: '1024x1024' },
    ],
    undefined,
    0.261,
  ],
  ['gpt-image-1', [{}], { output_tokens: 4160 }, 0.1664],
  ['gpt-image-1', [{ quality: 'high' }], { output_tokens: 4460, input_tokens: 2000 }, 0.1884],
  ['gpt-image-1-mini', [{ quality: 'high', size: '1024x1536' }], undefined, 0.052],
  ['gpt-image-2', [{ quality: 'medium', size: '2048x2048' }], undefined, 0.212],
])('%s %j %j', (model, looks, usage, usd) => {
  const unit = inMediumSquares(model, drawn([{}]))
  expect(unit).toBe(1)
  const medium = { 'gpt-image-1': 0.042, 'gpt-image-1-mini': 0.011, 'gpt-image-2': 0.053 }[model] ?? 0
  expect(inMediumSquares(model, drawn(looks, usage)) * medium).toBeCloseTo(usd, 9)
  expect(drawnByTool(model, drawn(looks, usage), 0) * 0.042).toBeCloseTo(usd, 6)
})

test('unfinished pictures cost 100 tokens each, unless the tokens of all are told', () => {
  expect(drawnByTool('gpt-image-1', drawn([{ quality: 'high' }]), 3) * 0.042).toBeCloseTo(0.179, 6)
  expect(drawnByTool('', drawn([{ quality: 'high' }], { output_tokens: 4460 }), 3) * 0.042).toBeCloseTo(0.1784, 6)
  expect(drawnByTool('', drawn([]), 3)).toBe(0)
})
