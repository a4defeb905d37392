import { describe, expect, test } from 'bun:test'
import { tokensUsed } from '#contract/prices/price.ts'
import { cohere } from './cohere/dialect.ts'
import { BadRequest, Unreadable } from './dialect.ts'
import { readRerank, readRerankUsage, writeRerank } from './rerank.ts'

const documents = ['one', { text: 'two', id: 2 }, { title: 'three' }]

describe('a request', () => {
  test.each([
    [{}, { returnsDocuments: true }],
    [
      { top_n: 2, return_documents: false },
      { topN: 2, returnsDocuments: false },
    ],
    [
      { return_documents: true, max_tokens_per_doc: 9 },
      { returnsDocuments: true, maxTokensPerDocument: 9 },
    ],
    [{ max_chunk_per_doc: 1, overlap_tokens: 5 }, { returnsDocuments: true }],
  ])('with %j is read', (fields, read) => {
    expect(readRerank({ model: 'm', query: 'q', documents, ...fields })).toEqual({ query: 'q', documents, ...read })
  })

  test.each([
    [{ query: { text: 'q' }, documents }, 'query'],
    [{ query: 'q', documents: 'one' }, 'documents'],
  ])('of another shape is none: %j', (request, field) => {
    expect(() => readRerank(request)).toThrow(BadRequest)
    expect(() => readRerank(request)).toThrow(field)
  })

  test('is texts for Cohere', () => {
    const request = readRerank({ query: 'q', documents, top_n: 2, return_documents: true })
    expect(cohere.rerank?.writeRequest(request, 'rerank-v3.5')).toEqual({
      model: 'rerank-v3.5',
      query: 'q',
      documents: ['one', 'two', '{"title":"three"}'],
      top_n: 2,
    })
  })
})

describe('an answer', () => {
  const results = [
    { index: 1, relevance_score: 0.9 },
    { index: 0, relevance_score: 0 },
  ]
  const request = readRerank({ query: 'q', documents })
  const facts = { model: 'm', inputTokens: 5 }

  test('of Cohere gets its documents back; searches are no tokens', () => {
    const answer = cohere.rerank!.readAnswer({ id: 'x', results, meta: { billed_units: { search_units: 1 } } })
    expect(writeRerank(answer, request, facts)).toEqual({
      id: 'x',
      meta: { billed_units: { search_units: 1 } },
      object: 'list',
      model: 'm',
      results: [
        { index: 1, relevance_score: 0.9, document: { text: 'two', id: 2 } },
        { index: 0, relevance_score: 0, document: { text: 'one' } },
      ],
      usage: { prompt_tokens: 5, total_tokens: 5 },
    } as never)
    expect(writeRerank(answer, { ...request, returnsDocuments: false }, facts).results[0]).toEqual(results[0] as never)
  })

  test('without results is none', () => {
    expect(() => cohere.rerank!.readAnswer({ message: 'x' })).toThrow(Unreadable)
  })

  test.each([
    [{ billed_units: { input_tokens: 7, output_tokens: 0 }, tokens: { input_tokens: 9 } }, tokensUsed(7, 0)],
    [{ billed_units: { search_units: 1 }, tokens: { input_tokens: 9, output_tokens: 1 } }, tokensUsed(9, 1)],
    [{ billed_units: { search_units: 1 } }, undefined],
    [undefined, undefined],
  ])('with the meta %j used that', (meta, usage) => expect(readRerankUsage(meta)).toEqual(usage))
})
