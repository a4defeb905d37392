import { expect, test } from 'bun:test'
import { tidyBaseUrl } from './base-url.ts'

test('slashes and the version at the end go', () => {
  expect(tidyBaseUrl('optional', ' https://api.example.com/ ')).toBe('https://api.example.com')
  expect(tidyBaseUrl('required', 'https://api.example.com/openai/v1//')).toBe('https://api.example.com/openai')
  expect(tidyBaseUrl('optional', 'https://gateway.ai.cloudflare.com/v1/acc/gw/openai')).toBe(
    'https://gateway.ai.cloudflare.com/v1/acc/gw/openai',
  )
  expect(tidyBaseUrl('optional', '')).toBe('')
})

test('a full URL keeps its path', () => {
  expect(tidyBaseUrl('full-url', 'https://a.example/{model}/v1/')).toBe('https://a.example/{model}/v1')
})
