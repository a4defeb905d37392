import { describe, expect, test } from 'bun:test'
import { tokensUsed } from '#contract/prices/price.ts'
import { callerDialects, upstreamDialects } from './all.ts'
import { answerToEvents } from './answer-to-events.ts'
import { addCitation, mergeTexts } from './citations.ts'
import { collectAnswer } from './collect.ts'
import type { AnswerPart, ChatAnswer, ChatEvent, Citation } from './conversation.ts'
import { parseObject } from './json.ts'
import { dataOf } from './sse.ts'
import { UNSIGNED } from './state-seals.ts'

/** Vendors' sources must reach callers of every format, at the right offsets of a text that is not ASCII. */
const TEXT = '🙂é中 Paris. Rom.'
const PARIS = { start: TEXT.indexOf('Paris'), end: TEXT.indexOf(' Rom') }
/** The same span in code points and in UTF-8 bytes. */
const CHARACTERS = { start: 4, end: 10 }
const BYTES = { start: 10, end: 16 }
const URL = 'https://paris.example/'
const CITED: Citation = { url: URL, title: 'Paris', span: PARIS }

const FACTS = { id: 'id1', model: 'm', created: 1_795_000_000, usageWanted: true, inputTokens: 3 }
const usage = tokensUsed(10, 20)
const answerOf = (...parts: AnswerPart[]): ChatAnswer => ({ choices: [{ parts, finish: 'stop' }], usage })
const textsOf = ({ choices }: ChatAnswer) =>
  (choices[0]?.parts ?? []).flatMap((part) => (part.kind === 'text' ? [part] : []))

type Format = keyof typeof upstreamDialects
const read = (format: string, answer: object) => upstreamDialects[format as Format].readAnswer(answer, 'c')
const stream = (format: string, ...events: object[]) => {
  const reader = upstreamDialects[format as Format].streamReader('c')
  return events.flatMap((event) => reader.read(JSON.stringify(event)))
}
const citations = (events: readonly ChatEvent[]) =>
  events.flatMap((event) => (event.kind === 'citation' ? [event.citation] : []))

const chunk = (delta: object, more: object = {}) => ({ choices: [{ index: 0, delta }], ...more })
const ended = { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }
const urlCitation = {
  type: 'url_citation',
  url: URL,
  title: 'Paris',
  start_index: CHARACTERS.start,
  end_index: CHARACTERS.end,
}
const annotation = {
  type: 'url_citation',
  url_citation: { url: URL, title: 'Paris', start_index: CHARACTERS.start, end_index: CHARACTERS.end },
}
const grounding = {
  groundingMetadata: {
    groundingChunks: [{ web: { uri: URL, title: 'Paris' } }],
    groundingSupports: [
      { segment: { startIndex: BYTES.start, endIndex: BYTES.end, text: 'Paris.' }, groundingChunkIndices: [0] },
    ],
  },
}
const cohereCitation = {
  start: CHARACTERS.start,
  end: CHARACTERS.end,
  text: 'Paris.',
  sources: [{ type: 'document', id: 'doc1', document: { url: URL, title: 'Paris' } }],
  type: 'TEXT_CONTENT',
}

describe('a citation of a vendor is read with the place that it has in the text', () => {
  test.each<[string, object]>([
    ['openai', { choices: [{ message: { content: TEXT, annotations: [annotation] }, finish_reason: 'stop' }] }],
    [
      'responses',
      { output: [{ type: 'message', content: [{ type: 'output_text', text: TEXT, annotations: [urlCitation] }] }] },
    ],
    ['gemini', { candidates: [{ content: { parts: [{ text: TEXT }] }, finishReason: 'STOP', ...grounding }] }],
    [
      'cohere',
      { message: { content: [{ type: 'text', text: TEXT }], citations: [cohereCitation] }, finish_reason: 'COMPLETE' },
    ],
  ])('%s', (format, answer) => {
    expect(textsOf(read(format, answer))).toMatchObject([{ text: TEXT, citations: [CITED] }])
  })

  const delta = (text: string) => ({
    type: 'response.output_text.delta',
    output_index: 1,
    content_index: 0,
    delta: text,
  })
  const added = { type: 'response.output_text.annotation.added', output_index: 1, content_index: 0 }
  const part = (text: string) => ({ candidates: [{ content: { parts: [{ text }] } }] })
  const words = (text: string) => ({ type: 'content-delta', delta: { message: { content: { text } } } })
  const start = TEXT.slice(0, 3)
  const rest = TEXT.slice(3)
  test.each<[string, object[]]>([
    ['openai', [chunk({ content: start }), chunk({ content: rest }), chunk({ annotations: [annotation] }), ended]],
    ['responses', [delta(start), delta(rest), { ...added, annotation: urlCitation }]],
    ['gemini', [part(start), part(rest), { candidates: [{ finishReason: 'STOP', ...grounding }] }]],
    [
      'cohere',
      [words(start), words(rest), { type: 'citation-start', delta: { message: { citations: cohereCitation } } }],
    ],
  ])('%s, in a stream', (format, events) => {
    expect(citations(stream(format, ...events))).toMatchObject([CITED])
  })

  test('a second text of a response counts from its own beginning', () => {
    const first = { type: 'response.output_text.delta', output_index: 0, content_index: 0, delta: 'Well. ' }
    const events = stream('responses', first, delta(TEXT), { ...added, annotation: urlCitation })
    expect(citations(events)[0]?.span).toEqual({ start: PARIS.start + 6, end: PARIS.end + 6 })
  })

  test('annotations that had no event of their own are told with their item, others not twice', () => {
    const item = (annotations: object[]) => ({
      type: 'response.output_item.done',
      output_index: 1,
      item: { type: 'message', content: [{ type: 'output_text', text: TEXT, annotations }] },
    })
    expect(citations(stream('responses', delta(TEXT), item([urlCitation])))).toEqual([CITED])
    const both = stream('responses', delta(TEXT), { ...added, annotation: urlCitation }, item([urlCitation]))
    expect(citations(both)).toEqual([CITED])
  })

  test('a file is cited at one place, and the words of a segment tell where offsets of another part do not', () => {
    const annotations = [{ type: 'file_citation', file_id: 'file-1', filename: 'a.pdf', index: CHARACTERS.end }]
    const content = [{ type: 'output_text', text: TEXT, annotations }]
    expect(textsOf(read('responses', { output: [{ type: 'message', content }] }))[0]?.citations).toEqual([
      { title: 'a.pdf', id: 'file-1', span: { start: PARIS.end, end: PARIS.end } },
    ])
    const { groundingChunks } = grounding.groundingMetadata
    const groundingSupports = [{ segment: { endIndex: 6, text: 'Paris.' }, groundingChunkIndices: [0] }]
    const candidate = {
      content: { parts: [{ text: TEXT }] },
      finishReason: 'STOP',
      groundingMetadata: { groundingChunks, groundingSupports },
    }
    expect(textsOf(read('gemini', { candidates: [candidate] }))[0]?.citations).toEqual([CITED])
  })

  test('what Gemini quotes is a citation, under the names of both of its interfaces', () => {
    const quoted = { uri: URL, startIndex: BYTES.start, endIndex: BYTES.end }
    for (const citationMetadata of [{ citationSources: [quoted] }, { citations: [quoted] }]) {
      const candidate = { content: { parts: [{ text: TEXT }] }, finishReason: 'STOP', citationMetadata }
      expect(textsOf(read('gemini', { candidates: [candidate] }))[0]?.citations).toEqual([{ url: URL, span: PARIS }])
    }
  })
})

describe('sources of an answer as a whole', () => {
  const results = { search_results: [{ url: URL, title: 'Paris', snippet: 'Big.' }], citations: [URL] }
  const found = { url: URL, title: 'Paris', quote: 'Big.' }
  test('are read once', () => {
    const choices = [{ message: { content: 'Hi' }, finish_reason: 'stop' }]
    expect(textsOf(read('openai', { choices, ...results }))[0]?.citations).toEqual([found])
    const zhipu = { web_search: [{ link: URL, title: 'Paris', content: 'Big.' }] }
    expect(textsOf(read('openai', { choices, ...zhipu }))[0]?.citations).toEqual([found])
    const events = stream('openai', chunk({ content: 'H' }, results), chunk({ content: 'i' }, results), ended)
    expect(citations(events)).toEqual([found])
  })

  test('may come behind the end of a stream', () => {
    const events = stream('openai', chunk({ content: 'Hi' }), ended, { choices: [], citations: [URL] })
    expect(citations(events)).toEqual([{ url: URL }])
  })

  test('are not told where the text has its own', () => {
    const message = { content: TEXT, annotations: [annotation] }
    const answer = { choices: [{ message, finish_reason: 'stop' }], citations: ['https://other.example/'] }
    expect(textsOf(read('openai', answer))[0]?.citations).toEqual([CITED])
  })
})

describe('Claude’s citations', () => {
  const page = {
    type: 'page_location',
    cited_text: 'Big.',
    document_index: 1,
    document_title: null,
    start_page_number: 1,
    end_page_number: 2,
  }
  const search = { type: 'search_result_location', source: URL, title: 'Paris', cited_text: 'Big.' }
  const content = [
    { type: 'text', text: 'In ' },
    { type: 'text', text: 'Paris', citations: [page, search] },
  ]
  const cited = [
    { id: 'document_1', quote: 'Big.', anthropic: page },
    { url: URL, title: 'Paris', quote: 'Big.', anthropic: search },
  ]

  test('cite their block as a whole', () => {
    const span = { start: 0, end: 5 }
    expect(textsOf(read('anthropic', { content, stop_reason: 'end_turn' }))[1]).toEqual({
      kind: 'text',
      text: 'Paris',
      citations: cited.map((citation) => ({ ...citation, span })),
    })
  })

  test('come before their text in a stream', () => {
    const begin = { type: 'content_block_start', content_block: { type: 'text', text: '', citations: [] } }
    const text = (text: string) => ({ type: 'content_block_delta', delta: { type: 'text_delta', text } })
    const cite = (citation: object) => ({ type: 'content_block_delta', delta: { type: 'citations_delta', citation } })
    const stop = { type: 'content_block_stop' }
    const events = stream('anthropic', begin, text('In '), stop, begin, cite(page), cite(search), text('Paris'), stop)
    expect(citations(events)).toEqual(cited.map((citation) => ({ ...citation, span: { start: 3, end: 8 } })))
  })

  test('are written as they were', () => {
    const written = callerDialects.anthropic.writeAnswer(read('anthropic', { content, stop_reason: 'end_turn' }), FACTS)
    expect(written).toMatchObject({ content })
  })
})

describe('a citation is written in the words of the caller’s format', () => {
  const FILE: Citation = { id: 'file-1', title: 'a.pdf', quote: 'Big.' }
  const answer = answerOf({ kind: 'text', text: 'Well. ' }, { kind: 'text', text: TEXT, citations: [CITED, FILE] })
  const written = (format: keyof typeof callerDialects) => callerDialects[format].writeAnswer(answer, FACTS)
  const told = (format: keyof typeof callerDialects) => {
    const writer = callerDialects[format].streamWriter(FACTS)
    const bytes =
      answerToEvents(answer)
        .map((event) => writer.write(event))
        .join('') +
      writer.end(usage) +
      writer.tail()
    return bytes.split(/\r?\n\r?\n/).flatMap((event) => {
      const data = dataOf(Buffer.from(event))
      return data && data !== '[DONE]' ? [parseObject(data) ?? {}] : []
    })
  }
  const place = { start_index: 6 + CHARACTERS.start, end_index: 6 + CHARACTERS.end }
  const chatAnnotations = [
    { type: 'url_citation', url_citation: { url: URL, title: 'Paris', ...place } },
    { type: 'url_citation', url_citation: { url: 'source:file-1', title: 'a.pdf', start_index: 0, end_index: 0 } },
  ]
  const annotations = [
    { type: 'url_citation', url: URL, title: 'Paris', ...place },
    { type: 'file_citation', file_id: 'file-1', filename: 'a.pdf', index: 0 },
  ]

  test('chat completions', () => {
    expect(written('openai')).toMatchObject({ choices: [{ message: { annotations: chatAnnotations } }] })
    const deltas = told('openai').flatMap(({ choices }) => (choices as { delta: { annotations?: object[] } }[]) ?? [])
    expect(deltas.flatMap(({ delta }) => delta.annotations ?? [])).toEqual(chatAnnotations)
  })

  test('responses', () => {
    expect(written('responses')).toMatchObject({ output: [{ content: [{ annotations }] }] })
    const events = told('responses')
    const added = events.filter(({ type }) => type === 'response.output_text.annotation.added')
    expect(added).toMatchObject(
      annotations.map((annotation, annotation_index) => ({
        annotation,
        annotation_index,
        content_index: 0,
        output_index: 0,
        item_id: 'msg_id1_0',
      })),
    )
    expect(events.at(-1)).toMatchObject({ response: { output: [{ content: [{ annotations }] }] } })
  })

  test('messages, where a cited part is a block of its own', () => {
    const web = {
      type: 'web_search_result_location',
      url: URL,
      title: 'Paris',
      cited_text: '',
      encrypted_index: UNSIGNED,
    }
    const document = { type: 'char_location', cited_text: 'Big.', document_title: 'a.pdf', document_index: 0 }
    expect(written('anthropic')).toMatchObject({
      content: [
        { text: 'Well. ' },
        { text: '🙂é中 ' },
        { text: 'Paris.', citations: [web] },
        { text: ' Rom.', citations: [document] },
      ],
    })
    const deltas = told('anthropic').flatMap(({ delta }) => (delta ? [delta] : []))
    expect(deltas).toContainEqual({ type: 'citations_delta', citation: web })
    expect(deltas).toContainEqual(expect.objectContaining({ citation: expect.objectContaining(document) }))
  })

  test('messages, whose citations do not reach Anthropic when they are sent back', () => {
    const own = { type: 'char_location', cited_text: 'Big.', document_title: null, document_index: 0, file_id: null }
    const { content } = written('anthropic') as { content: { citations?: object[] }[] }
    const back = content.map((block) => ({ ...block, citations: [...(block.citations ?? []), own] }))
    const request = { messages: [{ role: 'assistant', content: back }] }
    const sent = callerDialects.anthropic.withOwnState(request, 'claude-opus-4-6')
    expect(sent).toEqual({
      messages: [{ role: 'assistant', content: back.map((block) => ({ ...block, citations: [own] })) }],
    })
  })

  test('generate content', () => {
    const segment = { startIndex: 6 + BYTES.start, endIndex: 6 + BYTES.end, text: 'Paris.' }
    const groundingMetadata = {
      groundingChunks: [{ web: { uri: URL, title: 'Paris' } }, { retrievedContext: { title: 'a.pdf', text: 'Big.' } }],
      groundingSupports: [{ segment, groundingChunkIndices: [0] }],
    }
    expect(written('gemini')).toMatchObject({ candidates: [{ groundingMetadata }] })
    expect(told('gemini').at(-1)).toMatchObject({ candidates: [{ groundingMetadata }] })
  })
})

describe('texts with citations', () => {
  const part = (text: string, ...spans: Citation[]): AnswerPart => ({ kind: 'text', text, citations: spans })
  test('are joined', () => {
    const joined = mergeTexts([part('ab'), part('cd', { id: 'x', span: { start: 0, end: 2 } })])
    expect(joined).toEqual([part('abcd', { id: 'x', span: { start: 2, end: 4 } })])
  })

  test('are found again in a stream that told them', () => {
    const call: AnswerPart = { kind: 'tool_call', id: 'a', name: 'f', arguments: '{}' }
    const parts = [part('ab', { id: 'x', span: { start: 0, end: 2 } }), call, part('cd', { id: 'y' })]
    expect(collectAnswer(answerToEvents(answerOf(...parts)))).toEqual(answerOf(...parts))
  })

  test('get those that stand at their end', () => {
    const parts: AnswerPart[] = [part('ab'), part('cd')]
    addCitation(parts, { id: 'x', span: { start: 2, end: 2 } })
    expect(parts[0]).toEqual(part('ab', { id: 'x', span: { start: 2, end: 2 } }))
  })

  test('become blocks that overlap nowhere', () => {
    const cited = part('abcdef', { id: 'x', span: { start: 1, end: 3 } }, { id: 'y', span: { start: 2, end: 4 } })
    const { content } = callerDialects.anthropic.writeAnswer(answerOf(cited), FACTS) as { content: { text: string }[] }
    expect(content.map(({ text }) => text)).toEqual(['a', 'bcd', 'ef'])
  })
})
