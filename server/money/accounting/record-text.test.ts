import { expect, test } from 'bun:test'
import { termsById } from '../receipts/shared-terms.ts'
import { createLineEncoder, decodeRecord } from './journal-format.ts'
import { readRecord, recordText } from './record-text.ts'
import type { ChargeRecord } from './records.ts'

const START = { segment: 1, offset: 0 }
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
  '\u0000\u001f\u007f\u0080\u2028',
  '渠道',
  '😀',
  '\ud800 half a character',
]

/** Names of arbitrary UTF-16 units, chosen from the difficult ones. */
function anyName(): string {
  const units = Array.from({ length: Math.floor(Math.random() * 12) }, () =>
    Math.random() < 0.5 ? Math.floor(Math.random() * 0x60) : Math.floor(Math.random() * 0x10000),
  )
  return String.fromCharCode(...units)
}

function expectToBeKept(name: string): void {
  const other = JSON.stringify({ group: name, [`of ${name}`]: [name] })
  const charge = chargeOf({ id: name, name, tokenName: name, model: name, content: name, other })
  expect(readRecord(recordText(charge))).toEqual(charge)
  const { bytes, entries } = createLineEncoder()([charge], START)
  expect(decodeRecord(bytes, 0)).toEqual({ record: charge, next: entries[0]?.next.offset ?? 0 })
}

test.each(NAMES)('a charge with names like %j is read as it was written', expectToBeKept)

test('a charge with any names is read as it was written', () => {
  for (let round = 0; round < 1000; round++) expectToBeKept(anyName())
})

test('the receipt comes back to the letter, and so does its absence', () => {
  expect(readRecord(recordText(chargeOf({})))).toMatchObject({ other: RECEIPT })
  expect(readRecord(recordText(chargeOf({ other: '' })))).toMatchObject({ other: '' })
})

test('a charge of an earlier version is read, whose receipt is a text, or which says all of it', () => {
  const charge = chargeOf({})
  expect(readRecord(JSON.stringify(charge))).toEqual(charge)
  expect(readRecord(JSON.stringify({ ...charge, t: 'charged', other: JSON.parse(RECEIPT) }))).toEqual(charge)
})

test.each<Partial<ChargeRecord>>([
  { limited: false },
  { limited: true, stream: true },
  { log: false },
  { seconds: 0 },
  { seconds: -3 },
  { content: '' },
  { cached: 2 },
  { cost: 0 },
  { cost: 9_000_000_000_000_000 },
  { quota: -5, prompt: 0, completion: 0, carryIn: 0 },
  { terms: termsById(2 ** 48 - 1) },
])('what is usual need not be said, all else is: %p', (fields) => {
  const charge = chargeOf(fields)
  expect(readRecord(recordText(charge))).toEqual(charge)
})

test('beginnings and voids are plain JSON', () => {
  expect(readRecord(recordText({ t: 'void', id: 'x' }))).toEqual({ t: 'void', id: 'x' })
})

test('lines made together stand behind each other, and the places are true', () => {
  const charges = NAMES.map((name, index) => chargeOf({ name, quota: index, content: name.repeat(9000) }))
  const { bytes, entries } = createLineEncoder()(charges, { segment: 3, offset: 700 })
  let at = 0
  for (const { record, next } of entries) {
    expect(decodeRecord(bytes, at)).toEqual({ record, next: next.offset - 700 })
    expect(next.segment).toBe(3)
    at = next.offset - 700
  }
  expect(at).toBe(bytes.length)
})

test('a line whose text is no JSON is damage, whatever its checksum says', () => {
  const { bytes } = createLineEncoder()([chargeOf({ other: '{not JSON' })], START)
  expect(decodeRecord(bytes, 0)).toEqual({ bad: 'corrupt' })
})

test('every field of a charge is kept', () => {
  const task = { platform: 'suno', id: 't' } as unknown as ChargeRecord['task']
  const all: Required<Omit<ChargeRecord, 'terms'>> = {
    ...chargeOf({ stream: true, log: false, limited: true }),
    cached: 2,
    cost: 1234,
    budgets: [1_000_000_000_001, 7],
    task: task!,
  }
  expect(readRecord(recordText(all))).toEqual(all)
})
