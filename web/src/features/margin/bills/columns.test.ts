import { expect, test } from 'bun:test'
import { columnNames, guessColumns } from './columns.ts'

test('names are read from the first line', () => {
  expect(columnNames('\uFEFFdate;"the model";x;x\n1;2')).toEqual(['date', 'the model', 'x'])
  expect(columnNames('{"data":[]}')).toEqual([])
  expect(columnNames('')).toEqual([])
})

test('what columns hold is guessed by their names', () => {
  const names = ['created_at', 'model_permaslug', 'cost_total', 'generation_id', 'tokens_prompt', 'input_tokens']
  expect(guessColumns(names)).toMatchObject({
    ...{ time: 'created_at', model: 'model_permaslug', amount: 'cost_total', request_id: 'generation_id' },
    ...{ calls: '', input_tokens: 'input_tokens', output_tokens: '' },
  })
})
