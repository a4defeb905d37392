import { describe, expect, test } from 'bun:test'
import { upstreamBase, versionInAddress } from './upstream-address.ts'

describe('an address as it is printed', () => {
  test.each([
    [1, 'https://api.openai.com/v1/chat/completions', 'https://api.openai.com/v1'],
    [1, ' https://api.openai.com/v1/ ', 'https://api.openai.com/v1'],
    [1, 'https://x.example/openai/v1/responses?x=1', 'https://x.example/openai/v1'],
    [14, 'https://api.anthropic.com/v1/messages', 'https://api.anthropic.com/v1'],
    [14, 'https://api.deepseek.com/anthropic', 'https://api.deepseek.com/anthropic'],
    [24, 'https://g.example/v1beta/models/gemini-3-pro:generateContent?key=x', 'https://g.example/v1beta'],
    [24, 'https://g.example/v1beta/openai/', 'https://g.example/v1beta'],
    [24, 'https://g.example/v1beta/models', 'https://g.example/v1beta'],
    [
      3,
      'https://r.openai.azure.com/openai/deployments/gpt-4o/chat/completions?api-version=2025-01-01',
      'https://r.openai.azure.com',
    ],
    [3, 'https://r.openai.azure.com/openai/v1/', 'https://r.openai.azure.com'],
    [3, 'https://r.services.ai.azure.com/api/projects/p', 'https://r.services.ai.azure.com'],
    [3, 'https://r.services.ai.azure.com/models', 'https://r.services.ai.azure.com'],
    [
      33,
      'https://bedrock-runtime.us-east-1.amazonaws.com/model/x/invoke',
      'https://bedrock-runtime.us-east-1.amazonaws.com',
    ],
    [
      41,
      'https://us-central1-aiplatform.googleapis.com/v1/projects/p/locations/l/publishers/google/models/m:generateContent',
      'https://us-central1-aiplatform.googleapis.com',
    ],
    [34, 'https://c.example/compatibility/v1', 'https://c.example'],
    [34, 'https://c.example/v2/chat', 'https://c.example/v2'],
    [4, 'http://localhost:11434/api/chat', 'http://localhost:11434'],
    [4, 'http://localhost:11434/v1', 'http://localhost:11434/v1'],
    [1, 'https://x.example/v1/chat/completions#', 'https://x.example/v1'],
    [1, 'https://x.example/v1/#', 'https://x.example/v1'],
    [1, 'https://x.example/v1/Chat/Completions', 'https://x.example/v1'],
    [17, 'https://dashscope.aliyuncs.com/api/v1/services/aigc/t/generation', 'https://dashscope.aliyuncs.com'],
    [26, 'https://open.bigmodel.cn/api/anthropic/v1/messages', 'https://open.bigmodel.cn'],
    [35, 'https://api.minimaxi.com/v1/text/chatcompletion_v2', 'https://api.minimaxi.com/v1'],
    [43, 'https://api.deepseek.com/anthropic', 'https://api.deepseek.com'],
    [56, 'https://api.replicate.com/v1/models/a/b/predictions', 'https://api.replicate.com/v1'],
  ])('of type %d: %s is %s', (type, given, base) => {
    expect(upstreamBase(type, given)).toBe(base)
    expect(upstreamBase(type, base)).toBe(base)
  })

  test.each([
    [8, 'https://x.example/v1/chat/completions?x={model}'],
    [1, 'https://x.example/v1?x=1'],
    [1, 'https://x.example/proxy'],
    [1, 'https://gateway.ai.cloudflare.com/v1/a/g/openai'],
    [1, 'no address'],
    [1, ''],
  ])('of type %d stays if it is another one: %s', (type, given) => {
    expect(upstreamBase(type, given)).toBe(given)
  })
})

describe('a version in an address', () => {
  test.each([
    ['https://r.openai.azure.com/openai/deployments/d/chat/completions?api-version=2025-01-01', '2025-01-01'],
    ['https://r.openai.azure.com/openai/v1/', 'v1'],
    ['https://r.openai.azure.com/openai/v1/chat/completions?api-version=preview', 'v1'],
    ['https://r.services.ai.azure.com/models/chat/completions?api-version=2024-05-01-preview', 'v1'],
    ['https://r.services.ai.azure.com/api/projects/p', 'v1'],
    ['https://r.openai.azure.com', undefined],
  ])('of Azure: %s has %s', (address, version) => expect(versionInAddress(3, address)).toBe(version))

  test('of another type is none', () => expect(versionInAddress(1, 'https://x.example/openai/v1')).toBeUndefined())
})
