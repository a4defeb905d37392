import { test } from 'bun:test'
import { expectNone, findLines, productBelow, type Source } from './sources.ts'

const server = productBelow('server')

/** Who may use a thing that reaches outside the process, and why. */
interface Edge {
  what: string
  find: (where: Source[]) => string[]
  /** Path, folder (ends in a slash) or file name (begins with one) → reason. */
  allowed: Record<string, string>
  advice: string
}

const EDGES: Edge[] = [
  {
    what: 'outgoing connections are opened by server/wire/egress',
    // A method that is called `fetch` and declared with typed parameters is not a call.
    find: (where) =>
      findLines(
        where,
        /(?<![.\w])fetch\((?!\w+\??:)|globalThis\.fetch|Bun\.(?:connect|udpSocket)|new (?:WebSocket|EventSource)\(/,
      ),
    allowed: {
      'server/wire/egress/': 'guards addresses, limits time, goes by the proxy',
      'server/wire/http1/client/': 'opens what egress asks it to open',
      'server/tools/command-line/api-client.ts': 'a program of its own: calls the server that whoever runs it names',
      'server/wire/http1/server/tunnel.ts': "reaches this process's own web server",
    },
    advice: 'Ask server/wire/egress, which holds the timeouts, the proxy and the guard of private addresses:',
  },
  {
    what: 'nobody handles sockets',
    find: (where) => findImports(where, /^(?:node:)?(?:net|https?|http2|tls|dgram|dns(?:\/promises)?)$/),
    allowed: {
      'server/wire/egress/certificate.ts': 'reads until when a certificate is valid, and sends nothing',
      'server/wire/egress/proxy-bridge.ts': 'passes bytes between this process and a proxy',
      'server/wire/http1/client/tunnel-handshake.ts': 'node:net to tell an address from a name',
      'server/platform/net/common-proxies.ts': 'the same, and to compare addresses with networks',
      'server/wire/egress/media/': 'looks names up once and judges addresses; connections are opened as everywhere',
      'server/platform/http/request-origin.ts': 'node:net to tell an address from a name',
      'server/platform/net/rate-limit-key.ts': 'the same',
      'server/platform/net/ip-list.ts': 'node:net to compare addresses with networks',
    },
    advice: 'Connect through fetch in server/wire/egress. If nothing is opened, add the file here with the reason:',
  },
  {
    what: 'no program is started and no text is run as code',
    find: (where) => [
      ...findLines(where, /Bun\.(?:spawn|spawnSync|\$)|\beval\(|new Function\(/),
      ...findImports(where, /^(?:node:)?(?:child_process|vm)$/),
    ],
    allowed: { 'server/cluster/workers/worker-process.ts': 'starts this program itself once more' },
    advice: 'Whatever a program or a text from outside is told to do, somebody will tell it to do something else:',
  },
  {
    what: 'databases and Redis are reached by the store',
    find: (where) => findImports(where, /^(?:pg|bun:sqlite|ioredis)$/),
    allowed: {
      'server/platform/store/': 'holds the clients',
      'server/tools/import/source/': 'reads databases of other programs, which no store can open',
      'server/platform/meters/redis-permits.ts': 'permits shared by the nodes are taken by scripts of their own',
    },
    advice: 'Use the Store or the Bus that services hold:',
  },
  {
    what: 'the ticker has the one repeating timer',
    find: (where) => findLines(where, /(?<!typeof )\bsetInterval\b/),
    allowed: { 'server/platform/async/ticker.ts': 'the timer itself' },
    advice:
      'Call every() of server/platform/async/ticker.ts, which never runs work twice at a time and reports errors:',
  },
  {
    what: 'the environment is read in one place',
    find: (where) => findLines(where, /\b(?:process|Bun)\.env\b/),
    allowed: {
      'server/main.ts': 'hands it to readConfig, which checks every variable',
      'server/wire/egress/find-way.ts': 'reads the variables of proxies, so that no program that calls forgets them',
      'server/cluster/workers/worker-process.ts': 'passes it on to this program, which it starts once more',
      'server/tools/command-line/main.ts': 'hands it to its commands',
    },
    advice:
      'Add a field to Config in server/platform/config.ts, and a line to the table in docs/reference/configuration.md:',
  },
  {
    what: 'SQL is written in the store and in queries',
    find: (where) => findLines(where, /\bsql(?:<[^>]*>)?`|\bprepareStatement\(/),
    allowed: {
      'server/platform/store/': 'shared expressions',
      '/queries.ts': 'what a resource asks the database',
      'server/money/accounting/balances.ts': 'what is left = wallet + leases',
      'server/money/accounting/leases.ts': 'conditional updates',
      'server/money/accounting/settle.ts': 'counters that add up in the database',
      'server/money/accounting/unpaid.ts': 'what an account has not paid within a day',
    },
    advice: "Say it with Kysely's builder, or put the expression into the resource's queries.ts:",
  },
  {
    what: 'no SQL is built from strings',
    find: (where) => findLines(where, /\bsql\.(?:raw|lit)\(|CompiledQuery\.raw\(|\.unsafe\(/),
    allowed: {
      'server/tools/import/source/open-source.ts':
        'names come from the catalogue of the database that is read; values are parameters',
      'server/platform/store/copy/postponed-indexes.ts':
        'definitions of indexes come from the catalogue of the same database',
    },
    advice: 'Values go in as parameters of a sql template, names through sql.ref:',
  },
]

for (const { what, find, allowed, advice } of EDGES) {
  test(what, () => {
    const places = Object.keys(allowed)
    const suspects = server.filter(({ path }) => !places.some((place) => isIn(path, place)))
    expectNone(find(suspects), advice)
  })

  test(`${what}: every exception is needed`, () => {
    const unused = Object.keys(allowed).filter((place) => {
      const there = server.filter(({ path }) => isIn(path, place))
      return find(there).length === 0
    })
    expectNone(unused, 'Nothing here needs the exception any more; remove it from test/codebase/edges.test.ts:')
  })
}

test('what a write has changed is asked for again in one way', () => {
  const shown = productBelow('web').filter(({ path }) => path !== 'web/src/lib/after-write.ts')
  expectNone(
    findLines(shown, /\b(?:invalidate|cancel)Queries\(/).filter((line) => !line.startsWith('web/src/lib/session.ts')),
    'An answer that is on its way may be from before the write and would stay. Call refresh or hold of lib/after-write.ts:',
  )
})

function findImports(where: Source[], pattern: RegExp): string[] {
  return where.flatMap(({ path, imports }) =>
    imports.filter(({ target }) => pattern.test(target)).map(({ target }) => `${path} imports ${target}`),
  )
}

function isIn(path: string, place: string): boolean {
  return place.startsWith('/') ? path.endsWith(place) : path.startsWith(place)
}
