import { expect, test } from 'bun:test'
import { curlOf } from './curl-of.ts'

const FACTS = { baseUrl: 'https://gate.test/v1', key: 'sk-1', model: "o'model" }

test('a call names address, key and model, quoted for the shell', () => {
  expect(curlOf('embeddings', FACTS)).toBe(`curl https://gate.test/v1/embeddings \\
  -H "Authorization: Bearer sk-1" \\
  -H "Content-Type: application/json" \\
  -d '{"model":"o'\\''model","input":"The quick brown fox"}'`)
})

test('a recording is sent as a form, and speech is written to a file', () => {
  expect(curlOf('transcriptions', FACTS)).toContain('-F file=@speech.mp3')
  expect(curlOf('speech', FACTS)).toEndWith('--output speech.mp3')
})

test('a format of sockets has no command', () => {
  expect(curlOf('realtime', FACTS)).toBeUndefined()
})
