import { createRecorder, type RecordedRequest } from './recorder.ts'

/** What a fake of one vendor's own interface answers. */
export interface VendorBehaviour {
  /** The answer in pieces, each of which is a token. */
  pieces?: string[]
  /** `false`: tells no usage. */
  usage?: boolean
  /** Calls this tool instead. */
  tool?: { name: string; arguments: string }
  /** Refuses with the vendor's code. */
  error?: string | number
  /** Goes wrong with the vendor's code after so many pieces. */
  errorAfter?: { pieces: number; code: string | number }
  /** Breaks off after so many pieces. */
  cutAfter?: number
  /** Goes silent after so many pieces (Spark only). */
  stallAfter?: number
  /** Writes parts of so many bytes. */
  split?: number
}

export interface FakeVendor {
  url: string
  requests: RecordedRequest[]
  behave(behaviour: VendorBehaviour): void
  stop(): Promise<void>
}

export interface VendorCall {
  request: Request
  url: URL
  body: Buffer
  /** The body as JSON; empty when it is none. */
  json: Record<string, unknown>
  behaviour: Required<Pick<VendorBehaviour, 'pieces'>> & VendorBehaviour
}

export const PROMPT_TOKENS = 3
const PIECES = ['你好', '，', '我在', '。']

/** Starts a server that answers as `serve` does. */
export function startVendor(serve: (call: VendorCall) => Response | Promise<Response>): FakeVendor {
  const recorder = createRecorder(200)
  let current: VendorBehaviour = {}
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    idleTimeout: 0,
    async fetch(request) {
      const body = Buffer.from(await request.arrayBuffer())
      const url = new URL(request.url)
      recorder.add(request, url.pathname, body)
      return serve({ request, url, body, json: parsed(body), behaviour: { pieces: PIECES, ...current } })
    },
  })
  return {
    url: `http://127.0.0.1:${server.port}`,
    requests: recorder.requests,
    behave(behaviour) {
      current = behaviour
    },
    stop: () => server.stop(true),
  }
}

function parsed(body: Buffer): Record<string, unknown> {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return {}
  }
}

/** A stream of parts; it breaks off where it should, and is cut anywhere where it should. */
export function vendorStream(parts: string[], { cutAfter, split }: VendorBehaviour): Response {
  const whole = parts.slice(0, cutAfter)
  const bytes = Buffer.from(whole.join(''))
  const size = split ?? bytes.length
  let at = 0
  const body = new ReadableStream({
    async pull(controller) {
      if (at < bytes.length) {
        controller.enqueue(new Uint8Array(bytes.subarray(at, at + size)))
        at += size
        return
      }
      if (cutAfter === undefined) return controller.close()
      await Bun.sleep(10)
      controller.error()
    },
  })
  return new Response(body, { headers: { 'content-type': 'text/event-stream;charset=utf-8' } })
}

/** The first field that the vendor does not know. */
export const unknownField = (json: Record<string, unknown>, known: string) =>
  Object.keys(json).find((name) => !known.split(' ').includes(name))
