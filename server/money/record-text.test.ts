import { expect, test } from 'bun:test'
import { decodeRecord, lineEncoder } from './journal-format.ts'
import { readRecord, recordText } from './record-text.ts'
import type { ChargeRecord } from './records.ts'

const RECEIPT = '{"model_ratio":0.1,"usage":{"input":3},"group":"\\"vip\\"","request_id":"r"}'

function chargeOf(fields: Partial<ChargeRecord>): ChargeRecord {
  return {
    t: 'charge',
    id: '20261121000000123456789abcdefgh',
    at: 1_795_000_000,
    user: 1,
    name: 'root',
    token: 7,
    tokenName: 'bench',
    limited: true,
    channel: 2,
    model: 'gpt-4o',
    quota: 12,
    prompt: 3,
    completion: 4,
    seconds: 1,
    stream: false,
    log: true,
    content: '模型倍率 0.1',
    other: RECEIPT,
    carryIn: 999,
    carryOut: 0,
    ...fields,
  }
}

const NAMES = [
  '',
  'plain',
  'a "quoted" one',
  'back\\slash',
  'line\nbreak',
  '\u0000\u001f\u007f',
  '渠道',
  '😀',
  '\ud800',
]

test.each(NAMES)('a charge with names like %j is read as it was written', (name) => {
  const charge = chargeOf({ name, tokenName: name, model: name, content: name })
  expect(readRecord(recordText(charge))).toEqual(charge)
  const { bytes, ends } = lineEncoder()([charge])
  // In UTF-8 half a character becomes the sign for one that cannot be shown.
  const kept = chargeOf(name === '\ud800' ? {} : { name, tokenName: name, model: name, content: name })
  const decoded = decodeRecord(bytes, 0)
  if (name === '\ud800') expect(decoded).toMatchObject({ record: { id: charge.id, quota: 12 }, next: ends[0] })
  else expect(decoded).toEqual({ record: kept, next: ends[0] ?? 0 })
})

test('the receipt comes back to the letter, and so does its absence', () => {
  expect(readRecord(recordText(chargeOf({})))).toMatchObject({ other: RECEIPT })
  expect(readRecord(recordText(chargeOf({ other: '' })))).toMatchObject({ other: '' })
})

test('a charge of an earlier version is read, whose receipt is a text', () => {
  const charge = chargeOf({})
  expect(readRecord(JSON.stringify(charge))).toEqual(charge)
})

test('beginnings and voids are plain JSON', () => {
  expect(readRecord(recordText({ t: 'void', id: 'x' }))).toEqual({ t: 'void', id: 'x' })
})

test('lines made together stand behind each other, and the places are true', () => {
  const encode = lineEncoder()
  const charges = NAMES.slice(0, 8).map((name, index) => chargeOf({ name, quota: index, content: name.repeat(9000) }))
  const { bytes, ends } = encode(charges)
  let at = 0
  for (const [index, end] of ends.entries()) {
    expect(decodeRecord(bytes, at)).toMatchObject({ record: { quota: index }, next: end })
    at = end
  }
  expect(at).toBe(bytes.length)
})
