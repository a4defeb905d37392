import { isLanguageModel, unknownField } from './replicate-inputs.ts'

/**
 * Predictions of image and language models at Replicate. Source: replicate.com/docs/reference/http and
 * replicate.com/docs/topics/predictions/lifecycle and …/streaming. A second of waiting takes ten milliseconds here.
 */
export interface FakeReplicate {
  answer(request: Request): Promise<Response>
  /** Method, path and body of each request. */
  requests: { call: string; headers: Headers; json: Json }[]
  predictions: Prediction[]
  work: Work
}

interface Work {
  /** Questions after which a prediction is done; 0 = within the first wait. */
  questions: number
  /** How it ends. */
  end: 'succeeded' | 'failed' | 'aborted'
  /** Questions that are answered with this status first. */
  refused: number[]
  /** Where pictures are; undefined = at Replicate's own host. */
  host?: string
  /** What the first answer waits for beside its time. */
  held?: Promise<unknown>
  /** The pieces of a text. */
  text: string[]
  /** What a language model counts; undefined = nothing. */
  counts?: Json
  /** Where streams are; undefined = the model has none. */
  streams?: string
  /** How a stream goes on behind its first pieces; absent = to its end. */
  stream?: { pieces: number; how: 'wait' | 'cut' | 'end' | 'error' | 'canceled' }
}

type Json = Record<string, unknown>
interface Prediction {
  id: string
  status: string
  input: Json
  questions: number
  isText: boolean
  asksStream: boolean
}

const SECOND_MS = 10
const CREATE = /^\/v1\/(?:models\/[^/]+\/[^/]+\/|deployments\/[^/]+\/[^/]+\/)?predictions$/
const ONE = /^\/v1\/predictions\/(\w+)(\/cancel)?$/

const STREAM = /^\/v1\/files\/secret-(\w+)$/

export function fakeReplicate(): FakeReplicate {
  const fake: FakeReplicate = {
    requests: [],
    predictions: [],
    work: { questions: 0, end: 'succeeded', refused: [], text: ['The', ' quick', ' brown', '\n\n', 'fox'] },
    async answer(request) {
      const { pathname } = new URL(request.url)
      const json = request.method === 'POST' ? JSON.parse((await request.text()) || '{}') : {}
      fake.requests.push({ call: `${request.method} ${pathname}`, headers: request.headers, json })
      const [, streamed] = STREAM.exec(pathname) ?? []
      // The address is the credential.
      if (streamed && !request.headers.has('authorization')) return streamOf(fake, streamed)
      if (!/^Bearer r8_(?!bad)\w+$/.test(request.headers.get('authorization') ?? ''))
        return refusal(401, 'Unauthenticated', 'You did not pass a valid authentication token')
      if (request.method === 'POST' && CREATE.test(pathname)) return create(fake, pathname, request.headers, json)
      const [, id, cancels] = ONE.exec(pathname) ?? []
      const prediction = fake.predictions.find((one) => one.id === id)
      if (!prediction || (request.method === 'POST') !== Boolean(cancels))
        return refusal(404, 'Not found', 'The requested resource could not be found.')
      return cancels ? cancel(fake, prediction) : tell(fake, prediction)
    },
  }
  return fake
}

async function create(fake: FakeReplicate, path: string, headers: Headers, json: Json): Promise<Response> {
  const problem = problemOf(path, headers, json)
  if (problem) return refusal(422, 'Input validation failed', problem)
  const id = `p${fake.predictions.length + 1}x`
  const prediction: Prediction = {
    id,
    status: 'starting',
    input: json.input as Json,
    questions: fake.work.questions,
    isText: isLanguageModel(path),
    asksStream: json.stream === true,
  }
  fake.predictions.push(prediction)
  await fake.work.held
  if (prediction.asksStream && fake.work.streams) return Response.json(shown(fake, prediction), { status: 201 })
  if (prediction.questions === 0) prediction.status = fake.work.end
  else await Bun.sleep(Number(/\d+/.exec(headers.get('prefer') ?? '')?.[0] ?? 60) * SECOND_MS)
  return Response.json(shown(fake, prediction), { status: prediction.questions === 0 ? 201 : 202 })
}

function tell(fake: FakeReplicate, prediction: Prediction): Response {
  const { work } = fake
  const status = work.refused.shift()
  if (status) return refusal(status, 'Refused', 'not now')
  if (prediction.status === 'starting') prediction.status = 'processing'
  else if (prediction.status === 'processing' && --prediction.questions <= 0) prediction.status = work.end
  return Response.json(shown(fake, prediction))
}

function cancel(fake: FakeReplicate, prediction: Prediction): Response {
  if (['starting', 'processing'].includes(prediction.status)) prediction.status = 'canceled'
  return Response.json(shown(fake, prediction))
}

const frame = (event: string, data: string, at: number) =>
  `event: ${event}\nid: 1690212292:${at}\n${data
    .split('\n')
    .map((line) => `data: ${line}\n`)
    .join('')}\n`
const ENDINGS = {
  error: [frame('error', '{"detail":"out of memory"}', 8), frame('done', '{"reason":"error"}', 9)],
  canceled: [frame('done', '{"reason":"canceled"}', 9)],
}

function streamOf({ work, predictions }: FakeReplicate, id: string): Response {
  const prediction = predictions.find((one) => one.id === id)
  if (!prediction?.asksStream) return refusal(404, 'Not found', 'no such stream')
  prediction.status = 'processing'
  async function* events() {
    yield ': hi\n\n'
    const { pieces = work.text.length, how } = work.stream ?? {}
    for (const [at, piece] of work.text.slice(0, pieces).entries()) yield frame('output', piece, at)
    if (how === 'wait') while (prediction?.status === 'processing') await Bun.sleep(SECOND_MS)
    if (how === 'cut' || how === 'end') return
    const end = how === 'error' || how === 'canceled' ? ENDINGS[how] : [frame('done', '{}', 9)]
    if (prediction?.status === 'processing') prediction.status = how ? 'failed' : 'succeeded'
    yield* end
  }
  const read = events()
  const pull = async (controller: ReadableStreamDefaultController) => {
    const { value, done } = await read.next()
    if (done) controller.close()
    else controller.enqueue(Buffer.from(value))
  }
  return new Response(new ReadableStream({ pull }), { headers: { 'content-type': 'text/event-stream' } })
}

function shown({ work }: FakeReplicate, { id, status, input, isText, asksStream }: Prediction) {
  const count = Number(input.num_outputs ?? 1)
  const urls = Array.from(
    { length: count },
    (_, index) => `${work.host ?? 'https://replicate.delivery'}/${id}/out-${index}.webp`,
  )
  const isDone = status === 'succeeded'
  return {
    id,
    status,
    input,
    output: isText && status !== 'starting' ? work.text : isDone ? (count > 1 ? urls : urls[0]) : null,
    error: status === 'failed' ? 'NSFW content detected' : null,
    logs: '',
    created_at: '2026-11-26T07:00:00.000Z',
    completed_at: isDone ? '2026-11-26T07:00:04.000Z' : null,
    metrics: isDone ? { predict_time: 3.5, ...(isText ? work.counts : { image_count: count }) } : {},
    // No host that a test can reach: nobody may follow it.
    urls: {
      get: `https://api.replicate.com/v1/predictions/${id}`,
      cancel: `https://api.replicate.com/v1/predictions/${id}/cancel`,
      ...(asksStream && work.streams ? { stream: `${work.streams}/v1/files/secret-${id}` } : {}),
    },
  }
}

function problemOf(path: string, headers: Headers, { input, version, stream, ...others }: Json): string | undefined {
  const given = (input ?? {}) as Json
  const unknown = Object.keys(others)[0] ?? unknownField(path, given)
  if (unknown) return `- input: Additional property ${unknown} is not allowed\n`
  if (stream !== undefined && typeof stream !== 'boolean') return '- stream: Invalid type\n'
  if ((path === '/v1/predictions') !== (typeof version === 'string')) return '- version is required\n'
  if (typeof given.prompt !== 'string' && !Array.isArray(given.messages)) return '- input: prompt is required\n'
  const wait = /^wait(?:=(\d+))?$/.exec(headers.get('prefer') ?? (stream ? 'wait' : ''))
  if (!wait || Number(wait[1] ?? 60) < 1 || Number(wait[1] ?? 60) > 60) return '- prefer\n'
  return /^\d+[smh]$/.test(headers.get('cancel-after') ?? '') ? undefined : '- cancel-after\n'
}

const refusal = (status: number, title: string, detail: string) => Response.json({ title, detail, status }, { status })
