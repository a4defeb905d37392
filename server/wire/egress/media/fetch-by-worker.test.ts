import { afterAll, beforeEach, expect, test } from 'bun:test'
import { startFakeMediaWorker } from '#test/fake-upstream/media-worker.ts'
import { createFetchMedia, MediaError } from '../../../formats/media/fetch-media.ts'

const PNG = Buffer.from('\x89PNG\r\n\x1a\n and the rest', 'latin1')
const worker = startFakeMediaWorker('word', {
  'https://media.test/a.png': () => new Response(PNG),
  'https://media.test/moved': () => new Response('', { status: 302, headers: { location: '/a.png' } }),
  'https://media.test/inside': () =>
    new Response('', { status: 302, headers: { location: 'http://169.254.169.254/' } }),
  'https://media.test/page': () => new Response('<html>'),
  'https://media.test/large': () => new Response(Buffer.alloc(3000)),
})
beforeEach(() => {
  worker.asked.length = 0
})
afterAll(() => worker.stop())

const { signal } = new AbortController()
const fetcher = (key = 'word', allowPrivate = false) =>
  createFetchMedia({
    allowPrivate,
    maxBytes: 2000,
    worker: () => ({ url: worker.url, key }),
    resolve: () => Promise.reject(new Error('names are looked up by the worker')),
  })
const problem = (url: string, fetchMedia = fetcher()) =>
  fetchMedia([url], signal).then(
    () => 'fetched',
    (error: unknown) => (error instanceof MediaError ? error.problem : String(error)),
  )

test('the worker is given address and key, and what it answers is the file', async () => {
  const url = 'https://media.test/a.png'
  const fetched = await fetcher()([url], signal)
  expect(fetched.get(url)).toEqual({ mediaType: 'image/png', data: PNG.toString('base64') })
  expect(worker.asked).toEqual([{ url, key: 'word' }])
})

test.each([
  'http://127.0.0.1/',
  'http://2130706433/',
  'http://[::ffff:10.0.0.1]/',
  'http://localhost:1/',
  'http://a.localhost/',
])('it is not asked for %s, which is visibly not public', async (url) => {
  expect(await problem(url)).toBe('is at an address that is not public')
  expect(worker.asked).toEqual([])
})

test('unless the operator lets the own network be called', async () => {
  expect(await problem('http://127.0.0.1/x', fetcher('word', true))).toBe('was answered with status 404')
  expect(worker.asked).toHaveLength(1)
})

test('a redirect that it hands on is judged, and asked of it again', async () => {
  expect(await problem('https://media.test/moved')).toBe('fetched')
  expect(worker.asked.map(({ url }) => url)).toEqual(['https://media.test/moved', 'https://media.test/a.png'])
  expect(await problem('https://media.test/inside')).toBe('is at an address that is not public')
})

test('what it answers is judged as everything else', async () => {
  expect(await problem('https://media.test/page')).toBe('is not an image, a PDF, a sound or a film')
  expect(await problem('https://media.test/large')).toStartWith('is too large')
  expect(await problem('https://media.test/none')).toBe('was answered with status 404')
  expect(await problem('ftp://media.test/')).toBe('is not an http(s) URL')
  expect(await problem('https://media.test/a.png', fetcher('wrong'))).toBe('was answered with status 403')
})

test('where it is, nobody is told', async () => {
  const gone = createFetchMedia({ allowPrivate: false, worker: () => ({ url: 'http://127.0.0.1:1/', key: 'word' }) })
  expect(await problem('https://media.test/a.png', gone)).toBe('could not be fetched')
})
