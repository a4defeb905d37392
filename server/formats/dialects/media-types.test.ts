import { describe, expect, test } from 'bun:test'
import { upstreamDialects } from './all.ts'
import type { ChatRequest, Part } from './conversation.ts'
import { writeChat } from './write-chat.ts'

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const write = (format: keyof typeof upstreamDialects, model: string, part: Part) => {
  const request: ChatRequest = {
    system: [],
    turns: [{ role: 'user', parts: [part] }],
    tools: [],
    stream: false,
    stop: [],
  }
  return JSON.stringify(writeChat(request, upstreamDialects[format], model, {}))
}
const source = (mediaType: string) => ({ mediaType, data: Buffer.from('content').toString('base64') })
const picture = (type: string): Part => ({ kind: 'image', source: source(type) })
const file = (type: string): Part => ({ kind: 'file', source: source(type) })
const TARGETS = [
  ['anthropic', 'claude-sonnet-4-5'],
  ['anthropic-vertex', 'claude-sonnet-4-5'],
  ['bedrock', 'claude-sonnet-4-5'],
  ['openai', 'gpt-5'],
  ['responses', 'gpt-5'],
  ['gemini', 'gemini-3-pro-preview'],
] as [keyof typeof upstreamDialects, string][]

describe.each(TARGETS)('%s', (format, model) => {
  const refused = (part: Part) => expect(() => write(format, model, part)).toThrow(/does not take .* of the type/)

  test('takes usual pictures and PDF', () => {
    for (const part of [picture('image/png'), picture('image/jpeg'), picture('image/webp'), file('application/pdf')]) {
      expect(write(format, model, part)).toContain(source('').data)
    }
  })
  test('refuses by name what the vendor refuses, also in results of tools', () => {
    refused(picture('image/tiff'))
    refused(file('application/zip'))
    const content = [{ kind: 'image' as const, source: source('image/tiff') }]
    refused({ kind: 'tool_result', id: 'a', content })
    if (format !== 'gemini') {
      refused(picture('image/heic'))
      refused(file('video/mp4'))
    } else refused(picture('image/gif'))
    if (format !== 'responses') refused(file(DOCX))
  })
  test('takes a file that is a text of any type, and a file that is a picture', () => {
    expect(write(format, model, file('application/json'))).toMatch(format === 'gemini' ? /text\/plain/ : /"content"/)
    expect(write(format, model, file('image/png'))).toMatch(/"type":"(?:image|image_url|input_image)"|inlineData/)
  })
})
