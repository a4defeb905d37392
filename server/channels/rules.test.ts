import { expect, test } from 'bun:test'
import { tidyFields } from './rules.ts'

const AZURE = 3
const PRINTED = 'https://r.openai.azure.com/openai/deployments/d/chat/completions?api-version=2025-01-01'

test('the API version in a printed address of Azure is kept, and one that is given counts more', () => {
  expect(tidyFields({ type: AZURE, base_url: PRINTED })).toMatchObject({
    base_url: 'https://r.openai.azure.com',
    other: '2025-01-01',
  })
  expect(tidyFields({ type: AZURE, base_url: PRINTED, other: ' v1 ' }).other).toBe('v1')
  expect(tidyFields({ type: AZURE, base_url: 'https://r.openai.azure.com' }).other).toBeUndefined()
})
