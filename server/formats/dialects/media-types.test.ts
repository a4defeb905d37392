import { describe, expect, test } from 'bun:test'
import { callerDialects, upstreamDialects } from './all.ts'
import type { ChatRequest, Part } from './conversation.ts'
import { readChat } from './read-chat.ts'
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

describe('a picture of a caller', () => {
  const PNG = 'iVBORw0KGgoAAAA'
  const sent = (part: object) => {
    const read = readChat(callerDialects.openai, { messages: [{ role: 'user', content: [part] }] }, false)
    return JSON.stringify(writeChat(read, upstreamDialects.gemini, 'gemini-2.5-flash', {}))
  }
  test.each([
    [`data:image/x-citrix-jpeg;base64,${PNG}`, 'image/jpeg'],
    [`DATA:IMAGE/PNG;BASE64, ${PNG}`, 'image/png'],
    [` data:"image/png";charset=utf-8;base64,${PNG}`, 'image/png'],
    [`data:image/*;base64,${PNG}`, 'image/png'],
    [`data:application/octet-stream;base64,/9j/AAAA`, 'image/jpeg'],
    [`data:;base64,${PNG}`, 'image/png'],
  ])('%s has the type %s', (url, type) => {
    expect(sent({ type: 'image_url', image_url: { url } })).toContain(`{"inlineData":{"mimeType":"${type}","data":"`)
    expect(sent({ type: 'input_image', image_url: url })).toContain(`"mimeType":"${type}"`)
  })
  test.each([
    [{ type: 'video_url', video_url: { url: 'data:video/mp4;base64,AAAA' } }, 'video/mp4'],
    [{ type: 'file_url', file_url: { url: 'data:application/pdf;base64,AAAA' } }, 'application/pdf'],
    [{ type: 'audio_url', audio_url: 'data:audio/x-wav;base64,AAAA' }, 'audio/wav'],
    [{ type: 'input_audio', input_audio: { data: 'AAAA', format: 'audio/mpeg' } }, 'audio/mp3'],
  ])('or another medium: %j', (part, type) => {
    expect(sent(part)).toContain(`"mimeType":"${type}"`)
  })
})
