import { describe, expect, test } from 'bun:test'
import type { ProbeStep } from '#contract/api/channel-checks.ts'
import { type ChannelFormValues, newChannel } from '../form/form-values.ts'
import { probeFix } from './probe-fix.ts'

const PASSED: ProbeStep = { step: 'reach', state: 'passed', verdict: 'ok', ms: 1, sent: '', status: 200, message: '' }
const LISTED: ProbeStep = { ...PASSED, step: 'models', models: ['a', 'b'] }

const failing = (verdict: ProbeStep['verdict'], model = ''): ProbeStep => ({
  ...PASSED,
  step: 'answer',
  state: 'failed',
  verdict,
  model,
})

const fixed = (steps: ProbeStep[], values: Partial<ChannelFormValues>) =>
  probeFix(steps, { ...newChannel, key: 'sk-abc123', models: ['a'], ...values })

describe('an address', () => {
  const at = (base_url: string, type = '1') => fixed([failing('wrong_address')], { base_url, type })?.values
  test('that calls understand as it is has no fix', () => {
    expect(at('https://gw.example/v1/chat/completions')).toBeUndefined()
    expect(at('https://gw.example/v1')).toBeUndefined()
    expect(at('https://api.deepseek.com/v1', '43')).toBeUndefined()
  })
  test('with a path of its own before that of a call loses both', () => {
    expect(at('https://gw.example/openai/v1/models')).toEqual({ base_url: 'https://gw.example' })
  })
  test('of a vendor loses a path that its calls do not have', () => {
    expect(at('https://api.deepseek.com/beta', '43')).toEqual({ base_url: '' })
  })
  test('of another vendor or format is another type’s', () => {
    expect(at('https://api.deepseek.com')).toMatchObject({ type: '43', base_url: '' })
    expect(at('https://gw.example/v1/messages')).toEqual({ type: '14', base_url: 'https://gw.example' })
  })
  test('that must be whole gets its path', () => {
    const values = { base_url: 'https://gw.example/v1/chat/completions' }
    expect(at('https://gw.example/v1', '8')).toEqual(values)
    expect(at('https://gw.example/v1/chat/completions', '8')).toBeUndefined()
  })
  test('of a page loses what stands behind the host', () => {
    expect(at('https://gw.example/console')).toEqual({ base_url: 'https://gw.example' })
    expect(at('https://gw.example')).toBeUndefined()
    expect(at('')).toBeUndefined()
  })
  test('that cannot be reached may have the other scheme', () => {
    const reached = (base_url: string) => fixed([failing('unreachable')], { base_url })?.values.base_url
    expect(reached('https://127.0.0.1:8000')).toBe('http://127.0.0.1:8000')
    expect(reached('http://gw.example')).toBe('https://gw.example')
    expect(reached('https://gw.example')).toBeUndefined()
    expect(reached('http://localhost:8000')).toBeUndefined()
  })
})

describe('a key', () => {
  const of = (key: string, type = '1') => fixed([failing('wrong_key')], { key, type })?.values
  test('loses what it was copied with', () => {
    expect(of('Bearer sk-abc12345')).toEqual({ key: 'sk-abc12345' })
    expect(of('"sk-abc12345"')).toEqual({ key: 'sk-abc12345' })
  })
  test('of another vendor is another type’s', () => {
    expect(of('sk-ant-abc12345')).toMatchObject({ type: '14', base_url: '' })
    expect(of('sk-ant-abc12345', '14')).toBeUndefined()
  })
  test('that is simply wrong takes a person', () => {
    expect(of('sk-abc12345')).toBeUndefined()
    expect(of('')).toBeUndefined()
  })
})

describe('models', () => {
  test('that the upstream does not list are left out', () => {
    expect(fixed([LISTED, failing('no_model', 'x')], { models: ['x', 'b'], test_model: 'x' })?.values).toEqual({
      models: ['b'],
      test_model: '',
    })
  })
  test('of its list are taken where none fits, also when the test passed', () => {
    expect(fixed([LISTED, failing('no_model', 'x')], { models: ['x'] })?.values.models).toEqual(['a', 'b'])
    expect(fixed([LISTED], { models: [] })?.values.models).toEqual(['a', 'b'])
    expect(fixed([LISTED], { models: ['a'] })).toBeUndefined()
  })
  test('that are mapped to what it lists stay', () => {
    expect(fixed([LISTED], { models: ['x', 'a'], model_mapping: '{"x":"b"}' })).toBeUndefined()
    expect(fixed([LISTED], { models: ['x', 'a'], model_mapping: '{"x":"y"}' })?.values.models).toEqual(['a'])
  })
  test('without a list, the one that failed is left out', () => {
    expect(fixed([failing('no_model', 'x')], { models: ['x', 'y'] })?.values.models).toEqual(['y'])
    expect(fixed([failing('no_model', 'x')], { models: ['x'] })).toBeUndefined()
  })
})

test('what nobody can mend by a change of the form has no fix', () => {
  for (const verdict of ['no_credit', 'rate_limited', 'timeout'] as const) {
    expect(fixed([LISTED, failing(verdict)], { base_url: 'https://gw.example/v1/models' })).toBeUndefined()
  }
})
