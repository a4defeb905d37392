import { type Behaviour, behaviourOfModel } from './behaviour.ts'
import { RealtimeTalk } from './realtime-talk.ts'

/** What a caller of the fake showed in its handshake. */
export interface RealtimeHandshake {
  path: string
  query: Record<string, string>
  headers: Record<string, string>
  protocols: string[]
}

/** What the fake did, and would bill. */
export interface RealtimeLine {
  /** Of the response. */
  id: string
  model: string
  key: string
  usage: Record<string, unknown> | null
  outcome: 'open' | 'completed' | 'cancelled' | 'failed' | 'aborted'
}

export interface RealtimeBehaviour extends Behaviour {
  /** Agrees to the handshake and then refuses in its first event, as OpenAI does with wrong keys. */
  refuse_later?: string
  /** Sound pieces of an answer, of 4,800 bytes (100 ms) each. */
  sounds?: number
  /** Writes down what the user says, if the session wants it, and tells this usage. */
  transcript?: string
  /** Hears by itself when somebody has spoken, in every piece of sound for the last half of it, and answers. */
  vad?: boolean
  /** Closes with this code after its answer. */
  close?: number
  /** Says that its answers have failed, with the usage so far. */
  fails?: boolean
  /** Tells the end of every answer twice. */
  twice?: boolean
  /** Says nothing after the handshake until it is asked. */
  silent?: boolean
  /** Pause before the handshake is answered, in ms. */
  handshake_ms?: number
  /** Sends so many frames of 100,000 bytes when it is asked for an answer. */
  flood?: number
  /** Sends a frame of so many bytes. */
  huge?: number
  /** Reads nothing for so long after the handshake, in ms. */
  deaf_ms?: number
}

export interface FakeRealtime {
  url: string
  handshakes: RealtimeHandshake[]
  lines: RealtimeLine[]
  /** Frames from callers, in order. */
  frames: (string | Buffer)[]
  /** Sockets that are open, and the codes with which others were closed. */
  open(): number
  closes: number[]
  set(behaviour: RealtimeBehaviour, key?: string): void
  stop(): Promise<void>
}

interface Data {
  talk: RealtimeTalk | undefined
  model: string
  key: string
  beta: boolean
  behaviour: RealtimeBehaviour
}

const OPENAI = '/v1/realtime'
const AZURE = ['/openai/realtime', '/openai/v1/realtime']
const KEY_PROTOCOL = 'openai-insecure-api-key.'
const BETA_PROTOCOL = 'openai-beta.realtime-v1'

/** OpenAI's realtime interface, and Azure's: https://platform.openai.com/docs/api-reference/realtime */
export function startFakeRealtime(): FakeRealtime {
  const handshakes: RealtimeHandshake[] = []
  const lines: RealtimeLine[] = []
  const frames: (string | Buffer)[] = []
  const closes: number[] = []
  const perKey = new Map<string, RealtimeBehaviour>()
  let forAll: RealtimeBehaviour = {}
  let open = 0

  const server = Bun.serve<Data>({
    port: 0,
    hostname: '127.0.0.1',
    idleTimeout: 0,
    async fetch(request, server) {
      const { pathname: path, searchParams } = new URL(request.url)
      const headers = Object.fromEntries(request.headers)
      const protocols = (headers['sec-websocket-protocol'] ?? '').split(',').flatMap((one) => one.trim() || [])
      handshakes.push({ path, query: Object.fromEntries(searchParams), headers, protocols })
      const isAzure = AZURE.includes(path)
      if (!isAzure && path !== OPENAI) return Response.json({ error: { message: 'no such path' } }, { status: 404 })
      const key = isAzure ? (headers['api-key'] ?? '') : keyOf(headers, protocols)
      const model = searchParams.get('model') ?? searchParams.get('deployment') ?? ''
      const behaviour = { ...forAll, ...perKey.get(key), ...behaviourOfModel(model) } as RealtimeBehaviour
      if (behaviour.handshake_ms) await Bun.sleep(behaviour.handshake_ms)
      const refused = refusal(path, searchParams, key, model, behaviour)
      if (refused) return refused
      const beta = path === '/openai/realtime' || protocols.includes(BETA_PROTOCOL) || 'openai-beta' in headers
      const data: Data = { talk: undefined, model, key, beta, behaviour }
      const chosen: Record<string, string> = protocols.includes('realtime')
        ? { 'sec-websocket-protocol': 'realtime' }
        : {}
      return server.upgrade(request, { data, headers: chosen }) ? undefined : new Response(null, { status: 400 })
    },
    websocket: {
      idleTimeout: 0,
      maxPayloadLength: 64 * 1024 * 1024,
      backpressureLimit: 0,
      open(socket) {
        open += 1
        const { behaviour, model, key, beta } = socket.data
        if (behaviour.deaf_ms) {
          socket.pause()
          setTimeout(() => socket.resume(), behaviour.deaf_ms)
        }
        socket.data.talk = new RealtimeTalk(socket, { behaviour, model, key, beta, lines })
      },
      message(socket, frame) {
        frames.push(frame)
        socket.data.talk?.take(frame)
      },
      close(socket, code) {
        open -= 1
        closes.push(code)
        socket.data.talk?.gone()
      },
    },
  })
  return {
    url: `http://127.0.0.1:${server.port}`,
    handshakes,
    lines,
    frames,
    closes,
    open: () => open,
    set(behaviour, key) {
      if (key === undefined) forAll = behaviour
      else perKey.set(key, behaviour)
    },
    stop: () => server.stop(true),
  }
}

function keyOf(headers: Record<string, string>, protocols: string[]): string {
  const inProtocol = protocols.find((one) => one.startsWith(KEY_PROTOCOL))?.slice(KEY_PROTOCOL.length)
  return inProtocol ?? headers.authorization?.replace(/^Bearer /, '') ?? ''
}

function refusal(
  path: string,
  query: URLSearchParams,
  key: string,
  model: string,
  { error }: RealtimeBehaviour,
): Response | undefined {
  const refuse = (status: number, code: string) =>
    Response.json({ error: { message: `refused: ${code}`, type: 'invalid_request_error', code } }, { status })
  if (key === '' || key.startsWith('sk-bad')) return refuse(401, 'invalid_api_key')
  if (model === '') return refuse(400, 'missing_model')
  // Azure's older interface needs a version, the newer one refuses it.
  if (path === '/openai/realtime' && !query.has('api-version')) return refuse(404, 'no_version')
  if (path === '/openai/v1/realtime' && query.has('api-version')) return refuse(401, 'version')
  return error === undefined ? undefined : refuse(Number(error), 'told_to')
}
