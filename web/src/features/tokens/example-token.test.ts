import { expect, test } from 'bun:test'
import { TOKEN_STATUS } from '#contract/statuses.ts'
import { exampleToken } from './example-token.ts'

const token = (name: string, rest: { status?: number; model_limits?: string } = {}) => ({
  name,
  status: TOKEN_STATUS.enabled as number,
  model_limits_enabled: rest.model_limits !== undefined,
  model_limits: '',
  ...rest,
})

test('an example has a key that works and may call its model', () => {
  const off = token('off', { status: TOKEN_STATUS.disabled })
  const search = token('search', { model_limits: 'text-embedding-*' })
  const open = token('open')
  expect(exampleToken([off, search, open], 'gpt-4o-mini')?.name).toBe('open')
  expect(exampleToken([off, search, open], 'text-embedding-3-small')?.name).toBe('search')
  expect(exampleToken([off, search, open])?.name).toBe('open')
  expect(exampleToken([off, search], 'gpt-4o-mini')?.name).toBe('search')
  expect(exampleToken([off], 'gpt-4o-mini')).toBeUndefined()
})
