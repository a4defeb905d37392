import { expect, test } from 'bun:test'
import { channelType } from '#contract/channel-types/all.ts'
import { suggestedName } from './name-suggestion.ts'

test('a name is suggested by type, and by host where it is not the usual', () => {
  const name = (id: number, address: string, language: 'zh' | 'en' = 'en') =>
    suggestedName(channelType(id)!, address, language)
  expect(name(1, '')).toBe('OpenAI')
  expect(name(1, 'https://api.openai.com')).toBe('OpenAI')
  expect(name(17, '', 'zh')).toBe('阿里通义千问')
  expect(name(1, ' https://gw.example:8443/openai ')).toBe('OpenAI · gw.example:8443')
  expect(name(1, 'gw')).toBe('OpenAI')
})
