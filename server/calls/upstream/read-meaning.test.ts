import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { firstVendors } from '#test/vendor-errors/first.ts'
import { furtherVendors } from '#test/vendor-errors/further.ts'
import { google, openai } from '#test/vendor-errors/shapes.ts'
import { errorOfEvent, readUpstreamError } from '../../formats/dialects/openai-errors.ts'
import { commonSignals } from './common-signals.ts'
import { MEANINGS, type Meaning } from './meanings.ts'
import { embeddedFailure, failureInAnswer, readAnsweredFailure } from './read-failure.ts'
import { readMeaning } from './read-meaning.ts'
import { judge, type UpstreamFailure } from './upstream-failure.ts'
import { vendorSignals } from './vendor-signals.ts'

const NOW = Date.UTC(2026, 10, 27, 12)
const NO_HEADERS = () => undefined
const meaningOf = (type: number | undefined, status: number, body: unknown) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return readMeaning(type, readAnsweredFailure({ status, header: NO_HEADERS }, text, NOW)).meaning
}

const cases = { ...firstVendors, ...furtherVendors }

for (const [vendor, lines] of Object.entries(cases)) {
  describe(vendor, () => {
    test.each(lines.map((line) => [...line]))('%s, of type %d with status %d: %j', (meaning, type, status, body) => {
      expect(meaningOf(type, status, body)).toBe(meaning)
    })
  })
}

type Spelling = [meaning: Meaning, type: number, status: number, body: unknown, awsError?: string]
/** The same meanings as further vendors, servers and gateways write them; status 200 = inside an answer. */
const spellings = readFileSync(new URL('../../../test/vendor-errors/spellings.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Spelling)
const judgedAs = (failure: UpstreamFailure | undefined, type: number) =>
  failure && judge(failure, { type, baseUrl: 'https://vendor.example', key: 'k', statusMapping: {} }).meaning

describe('another spelling', () => {
  test.each(spellings.map((line) => ({ line })))('%j', ({ line: [meaning, type, status, body, awsError] }) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const header = (name: string) => (name === 'x-amzn-errortype' ? awsError : undefined)
    const failure =
      status === 200 ? failureInAnswer(Buffer.from(text), NOW) : readAnsweredFailure({ status, header }, text, NOW)
    expect(judgedAs(failure, type)).toBe(meaning)
  })

  // A status that the body does not repeat is lost where the answer has begun.
  const said = spellings.filter(([, type, status, body, awsError]) => {
    const text = JSON.stringify(body)
    const { by } = readMeaning(type, readAnsweredFailure({ status, header: NO_HEADERS }, text, NOW))
    return by !== 'status' && typeof body !== 'string' && awsError === undefined && text.includes('essage')
  })

  test('means the same inside an answer and in an event of a stream', () => {
    expect(said.length).toBeGreaterThan(250)
    const changed = said.filter(([meaning, type, , body]) => {
      const [one] = [body].flat()
      const inAnswer = judgedAs(failureInAnswer(Buffer.from(JSON.stringify(body)), NOW), type)
      const error = errorOfEvent(Buffer.from(`data: ${JSON.stringify(one)}\n\n`))
      return meaning !== inAnswer || meaning !== (error && judgedAs(embeddedFailure(error, NOW), type))
    })
    expect(changed).toEqual([])
  })
})

/** Lines of which words or names say the meaning, so that nothing else may change it. */
const said = Object.values(cases)
  .flat()
  .filter(([, type, status, body]) => {
    const { by } = readMeaning(type, readAnsweredFailure({ status, header: NO_HEADERS }, JSON.stringify(body), NOW))
    return by !== 'status' && typeof body !== 'string' && status < 500
  })

describe('the meaning stays', () => {
  const mapTexts = (value: unknown, change: (text: string) => string): unknown => {
    if (Array.isArray(value)) return value.map((item) => mapTexts(item, change))
    if (typeof value !== 'object' || value === null) return value
    const entries = Object.entries(value).map(([name, member]) => {
      const isText = /^(?:message|error|detail)$/i.test(name) && typeof member === 'string'
      return [name, isText ? change(member) : mapTexts(member, change)]
    })
    return Object.fromEntries(entries)
  }
  const reordered = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(reordered)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value)
        .reverse()
        .map(([name, member]) => [name, reordered(member)]),
    )
  }

  test('there are enough of them', () => expect(said.length).toBeGreaterThan(90))

  test.each([400, 401, 402, 403, 404, 412, 429, 500, 502])('with status %d', (status) => {
    // Google's 402 and an unfit field are what their statuses make of them.
    const fixed = said.filter(([meaning, , was]) => meaning !== 'unfit' && was !== 402 && status !== 402 && was !== 498)
    const changed = fixed.filter(([meaning, type, , body]) => {
      const now = meaningOf(type, status, body)
      return now !== meaning && !(meaning === 'request' && status >= 500)
    })
    expect(changed).toEqual([])
  })

  test.each<[string, (body: unknown) => unknown]>([
    ['in upper case', (body) => mapTexts(body, (text) => text.toUpperCase())],
    ['in lower case', (body) => mapTexts(body, (text) => text.toLowerCase())],
    ['with more words', (body) => mapTexts(body, (text) => `Error from provider: ${text} (request id: q-1)`)],
    ['with its fields in another order', reordered],
    ['in a list', (body) => [body]],
    ['as a text in another error', (body) => openai(JSON.stringify(body), null, 'upstream_error')],
    ['after the words of a library', (body) => openai(`litellm.APIError: ${JSON.stringify(body)}`, null, null)],
  ])('%s', (_, change) => {
    const changed = said.filter(([meaning, type, status, body]) => meaningOf(type, status, change(body)) !== meaning)
    expect(changed).toEqual([])
  })

  test('inside an answer with status 200', () => {
    const changed = said.filter(([meaning, type, status, body]) => {
      const error = readUpstreamError(JSON.stringify(body), 500)
      return (
        meaning !== 'unfit' &&
        status !== 402 &&
        status !== 498 &&
        readMeaning(type, embeddedFailure(error, NOW)).meaning !== meaning
      )
    })
    expect(changed.filter(([meaning]) => meaning !== 'request')).toEqual([])
  })
})

describe('what a caller wrote says nothing', () => {
  test.each([
    openai("Invalid value: 'insufficient balance'. Supported values are: 'a'.", null),
    openai('Unknown parameter: "Your credit balance is too low".', null),
    google(400, 'INVALID_ARGUMENT', 'Unknown name "api key expired": Cannot find field.'),
  ])('%j', (body) => {
    expect(meaningOf(1, 400, body)).toBe('request')
  })

  test('words alone are weaker than a name, and a status than words', () => {
    const by = (status: number, body: unknown) =>
      readMeaning(1, readAnsweredFailure({ status, header: NO_HEADERS }, JSON.stringify(body), NOW)).by
    expect(by(401, openai('no', 'invalid_api_key'))).toBe('name')
    expect(by(401, openai('Your API key has expired', null, null))).toBe('words')
    expect(by(401, openai('no', null, null))).toBe('status')
  })
})

describe('the table', () => {
  const all = [...commonSignals, ...Object.values(vendorSignals).flat()]

  test('has a source for each line, and a line for each meaning', () => {
    for (const { source } of all) expect(source).toMatch(/^https:\/\//)
    const meanings = new Set(all.map(({ meaning }) => meaning))
    // What no line fits is broken; see the statuses above.
    expect(MEANINGS.filter((meaning) => !meanings.has(meaning))).toEqual([])
  })

  test('says nothing twice', () => {
    const names = commonSignals.filter(({ words, statuses, saysWhen }) => !words && !statuses && !saysWhen)
    const listed = names.flatMap(({ names = [] }) => names)
    expect(listed.filter((name, index) => listed.indexOf(name) !== index)).toEqual([])
  })

  test('searches long texts in time that grows with their length', () => {
    const long = 'model account file content '.repeat(20_000)
    for (let again = 0; again < 20; again++) meaningOf(1, 403, openai(long))
  })
})
