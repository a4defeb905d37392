import { expect, test } from 'bun:test'
import { scanFields } from '../../../formats/body/scan-fields.ts'
import { relayEndpoint } from '../../../formats/endpoints/endpoints.ts'
import { modelFitting } from './model-fitting.ts'

const endpoint = relayEndpoint('/v1/messages')

function fitted(model: string, output_config: object) {
  const bytes = Buffer.from(JSON.stringify({ model, output_config }))
  if (!endpoint) throw new Error('no endpoint')
  const body = { bytes, fields: scanFields(bytes) }
  const { edits, omitted } = modelFitting({ endpoint, model }, body, { settings: {} }, model)
  return [edits.output_config, omitted]
}

test.each([
  ['claude-opus-4-7', 'xhigh', undefined],
  ['claude-sonnet-4-6', 'xhigh', '{"effort":"high"}'],
  ['claude-opus-4-6', 'max', undefined],
  ['claude-opus-4-5', 'max', '{"effort":"high"}'],
  ['us.anthropic.claude-opus-4-6-v1', 'xhigh', '{"effort":"high"}'],
])('%s gets an effort that it has for %s', (model, effort, written) => {
  expect(fitted(model, { effort })).toEqual([written, []])
})

test('a model without efforts gets none, and the log says so', () => {
  const format = { type: 'json_schema', schema: {} }
  expect(fitted('claude-sonnet-4-5', { effort: 'high' })).toEqual([undefined, ['output_config.effort']])
  expect(fitted('claude-sonnet-4-5', { effort: 'high', format })).toEqual([
    JSON.stringify({ format }),
    ['output_config.effort'],
  ])
})
