import { createDrawings, type Drawings } from './drawings.ts'
import { createRecorder, type RecordedRequest } from './recorder.ts'
import { createSongs, type Songs } from './songs.ts'

/** Platforms of tasks on a loopback port: drawings below `/mj`, songs below `/suno`. */
export interface FakePlatforms {
  url: string
  drawings: Drawings
  songs: Songs
  /** The last requests as they arrived, refused ones too. */
  requests: RecordedRequest[]
  /** Answers whatever path a test wants otherwise. */
  routes: Map<string, () => Response | Promise<Response>>
  stop(): Promise<void>
}

/** Starts the platforms. Every secret is let in but those that begin with `bad`. */
export function startFakePlatforms(): FakePlatforms {
  const drawings = createDrawings()
  const songs = createSongs()
  const recorder = createRecorder(500)
  const routes: FakePlatforms['routes'] = new Map()

  async function serve(request: Request): Promise<Response> {
    const { pathname: path, origin } = new URL(request.url)
    const bytes = request.method === 'GET' ? new Uint8Array() : await request.bytes()
    recorder.add(request, path, bytes)
    const other = routes.get(path)
    if (other) return other()
    const body = parse(bytes)
    if (path.startsWith('/mj/pictures/')) return drawings.answer('GET', path, body, origin) ?? missing()
    if (path.startsWith('/mj/')) {
      const secret = request.headers.get('mj-api-secret') ?? ''
      if (secret === '' || secret.startsWith('bad')) return new Response('', { status: 401 })
      return drawings.answer(request.method, path, body, origin) ?? missing()
    }
    const token = /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1] ?? ''
    if (token === '' || token.startsWith('bad')) {
      const refused = { code: 'invalid_request', message: 'unauthorized secret token', data: null }
      return Response.json(refused, { status: 401 })
    }
    return songs.answer(path, body) ?? missing()
  }

  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', idleTimeout: 0, fetch: serve })
  return {
    url: `http://127.0.0.1:${server.port}`,
    drawings,
    songs,
    requests: recorder.requests,
    routes,
    stop: () => server.stop(true),
  }
}

const missing = () => new Response('not found', { status: 404 })

function parse(bytes: Uint8Array): Record<string, unknown> | undefined {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}
