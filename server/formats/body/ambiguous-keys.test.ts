import { expect, test } from 'bun:test'
import { readCall } from '../../calls/relay/read/read-call.ts'
import { relayEndpoint } from '../endpoints/endpoints.ts'

const chat = relayEndpoint('/v1/chat/completions')
const gemini = relayEndpoint('/v1beta/models/m:generateContent')
const MESSAGES = '"model":"m","messages":[{"role":"user","content":"hi"}]'
const CONTENTS = '"contents":[{"parts":[{"text":"hi"}]}]'

/** Larger bodies are not parsed completely. */
const LONG = 'x'.repeat(70_000)

test.each([
  [`{${MESSAGES},"stream_options":{"include_usage":true,"include_usage":false}}`, 'include_usage" is given twice'],
  [
    `{${MESSAGES},"stream_options":{"include_usage":true,"include_usag\\u0065":false}}`,
    'include_usage" is given twice',
  ],
  [`{${MESSAGES},"stream_options":{"include_usage":true,"Include_Usage":false}}`, 'Include_Usage" is no field'],
  [`{${MESSAGES},"stream_options":{"include_usage":true},"stream_options":{}}`, 'stream_options" is given twice'],
  [`{${MESSAGES},"Stream_Options":{}}`, 'Stream_Options" is no field'],
  [`{${MESSAGES},"user":"${LONG}","stream_options":{"include_usage":true,"include_usage":false}}`, 'given twice'],
])('a chat whose wish for usage could be read in two ways is refused: %.90s', (body, detail) => {
  expect(() => readCall(Buffer.from(body), chat!)).toThrow(detail)
})

test.each([
  [`{${CONTENTS},"generationConfig":{"candidateCount":1,"candidateCount":8}}`, 'candidateCount" is given twice'],
  [`{${CONTENTS},"generationConfig":{"candidateCount":1,"candidate_count":8}}`, 'candidateCount" is given twice'],
  [`{${CONTENTS},"generation_config":{"maxOutputTokens":1,"maxOutputTokens":8}}`, 'maxOutputTokens" is given twice'],
  [`{${CONTENTS},"generationConfig":{"CandidateCount":8}}`, 'CandidateCount" is no field'],
  [`{${CONTENTS},"generationConfig":{},"generation_config":{}}`, 'generationConfig" is given twice'],
])('a Gemini call whose length or number of answers could be read in two ways is refused: %s', (body, detail) => {
  expect(() => readCall(Buffer.from(body), gemini!)).toThrow(detail)
})

test('what is given once passes, and so does what decides nothing', () => {
  const usage = readCall(
    Buffer.from(`{${MESSAGES},"n":2,"stream_options":{"include_usage":true,"x":1,"x":2},"metadata":{"a":1,"a":2}}`),
    chat!,
  )
  expect([usage.usageWanted, usage.answerCount]).toEqual([true, 2])
  expect(readCall(Buffer.from(`{${MESSAGES},"stream_options":null}`), chat!).usageWanted).toBe(false)
  const asked = `{${CONTENTS},"generation_config":{"max_output_tokens":7,"candidate_count":3,"topK":1}}`
  const { maxTokens, answerCount: answers } = readCall(Buffer.from(asked), gemini!)
  expect([maxTokens, answers]).toEqual([7, 3])
})
