/**
 * Predictions of image models at Replicate. Source: replicate.com/docs/reference/http and
 * replicate.com/docs/topics/predictions/lifecycle. A second of waiting takes ten milliseconds here.
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
}

type Json = Record<string, unknown>
interface Prediction {
  id: string
  status: string
  input: Json
  questions: number
}

const SECOND_MS = 10
const CREATE = /^\/v1\/(?:models\/[^/]+\/[^/]+\/|deployments\/[^/]+\/[^/]+\/)?predictions$/
const ONE = /^\/v1\/predictions\/(\w+)(\/cancel)?$/

export function fakeReplicate(): FakeReplicate {
  const fake: FakeReplicate = {
    requests: [],
    predictions: [],
    work: { questions: 0, end: 'succeeded', refused: [] },
    async answer(request) {
      const { pathname } = new URL(request.url)
      const json = request.method === 'POST' ? JSON.parse((await request.text()) || '{}') : {}
      fake.requests.push({ call: `${request.method} ${pathname}`, headers: request.headers, json })
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
  const prediction = { id, status: 'starting', input: json.input as Json, questions: fake.work.questions }
  fake.predictions.push(prediction)
  await fake.work.held
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

function shown({ work }: FakeReplicate, { id, status, input }: Prediction) {
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
    output: isDone ? (count > 1 ? urls : urls[0]) : null,
    error: status === 'failed' ? 'NSFW content detected' : null,
    logs: '',
    created_at: '2026-11-26T07:00:00.000Z',
    completed_at: isDone ? '2026-11-26T07:00:04.000Z' : null,
    metrics: isDone ? { predict_time: 3.5, image_count: count } : {},
    // No host that a test can reach: nobody may follow it.
    urls: {
      get: `https://api.replicate.com/v1/predictions/${id}`,
      cancel: `https://api.replicate.com/v1/predictions/${id}/cancel`,
    },
  }
}

const FIELDS =
  'prompt aspect_ratio num_outputs width height seed input_image image_input image output_format size'.split(' ')

function problemOf(path: string, headers: Headers, { input, version, ...others }: Json): string | undefined {
  const unknown = Object.keys(others)[0] ?? Object.keys((input ?? {}) as Json).find((name) => !FIELDS.includes(name))
  if (unknown) return `- input: Additional property ${unknown} is not allowed\n`
  if ((path === '/v1/predictions') !== (typeof version === 'string')) return '- version is required\n'
  if (typeof (input as Json | undefined)?.prompt !== 'string') return '- input: prompt is required\n'
  const wait = /^wait(?:=(\d+))?$/.exec(headers.get('prefer') ?? '')
  if (!wait || Number(wait[1] ?? 60) < 1 || Number(wait[1] ?? 60) > 60) return '- prefer\n'
  return /^\d+[smh]$/.test(headers.get('cancel-after') ?? '') ? undefined : '- cancel-after\n'
}

const refusal = (status: number, title: string, detail: string) => Response.json({ title, detail, status }, { status })
