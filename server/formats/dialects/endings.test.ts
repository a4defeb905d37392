import { describe, expect, test } from 'bun:test'
import { Refused } from './dialect.ts'
import { readFinish } from './endings.ts'

const ENDINGS = {
  ordinary: { stop: 'stop', tool_calls: 'tool_calls' },
  specific: { SAFETY: 'content_filter', BROKEN: 'failed', ODD: 'failed_if_empty' },
} as const
const text = { hasCalls: false, isEmpty: false }
const nothing = { hasCalls: false, isEmpty: true }
const calls = { hasCalls: true, isEmpty: false }

describe('how a choice ended', () => {
  test.each([
    ['in a plain word', 'stop', text, { finish: 'stop' }],
    ["in a word of the vendor's own", 'SAFETY', nothing, { finish: 'content_filter', vendorReason: 'SAFETY' }],
    ['in a word that nobody knows', 'eos', text, { finish: 'stop', vendorReason: 'eos' }],
    ['in a word that every object has', 'constructor', text, { finish: 'stop', vendorReason: 'constructor' }],
    ['without a word', null, text, { finish: 'stop' }],
    ['with calls of tools, whatever the vendor says', 'stop', calls, { finish: 'tool_calls' }],
    ['with a failure behind a text', 'ODD', text, { finish: 'stop', vendorReason: 'ODD' }],
    ['with a failure behind calls', 'ODD', calls, { finish: 'tool_calls', vendorReason: 'ODD' }],
  ] as const)('%s', (_, word, held, finish) => {
    expect(readFinish(word, ENDINGS, held)).toEqual(finish)
  })

  test('a failure is refused, so that another channel is tried', () => {
    expect(() => readFinish('BROKEN', ENDINGS, text)).toThrow(Refused)
    expect(() => readFinish('ODD', ENDINGS, nothing)).toThrow(Refused)
  })
})
