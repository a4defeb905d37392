import { test } from 'bun:test'
import { expectNone, productBelow, type Source, sources } from './sources.ts'

/** Which top folders a top folder may import. */
const MAY_IMPORT: Record<string, string[]> = {
  contract: ['contract'],
  server: ['server', 'contract'],
  web: ['web', 'contract'],
}
const TOP_FOLDERS = ['contract', 'server', 'web', 'test', 'bench', 'scripts']

/** Value imports inside `server`: these folders know nothing of the others, so they can be read and tested alone. */
const LOW_FOLDERS: Record<string, string[]> = {
  'formats/dialects': ['platform/json'],
  'wire/http1': ['platform/async', 'platform/http'],
  'formats/body': ['platform/async', 'platform/errors', 'platform/json', 'wire/http1'],
  'platform/errors': [],
  'wire/egress': ['wire/http1', 'platform/http', 'platform/json', 'platform/net'],
  'platform/store': ['platform/async'],
  'formats/providers': ['formats/dialects'],
}

/** Files that decide and do not act: no clock, no dice, no file, no socket, here or in anything they import. */
const PURE = [
  /^contract\/(?:prices\/price|quota|receipt|text-scripts|channel-types(?:\/[a-z-]+)?)\.ts$/,
  /^server\/formats\/dialects\//,
  /^server\/platform\/async\/steps\.ts$/,
  /^server\/platform\/json\//,
  /^server\/insight\/alerts\/(?:kinds|sinks)\//,
  /^server\/money\/receipts\/whole-receipt\.ts$/,
  /^server\/formats\/estimates\/(?:text-counter|text-steps|families|learned-ratios)\.ts$/,
  /^server\/formats\/body\/(?!body-decoder|ambiguous-keys)[a-z-]+\.ts$/,
  /^server\/formats\/endpoints\//,
  /^server\/calls\/upstream\/(?:channel-order|upstream-model|wait-time|read-failure|read-meaning|sources|common-signals|meanings|upstream-failure|vendor-signals|check-supported|conversion|converted-call|simple-conversion|redact|answers\/[a-z-]+)\.ts$/,
  /^server\/calls\/relay\/(?:request\/prompt-texts|realtime\/conversation)\.ts$/,
  /^server\/channels\/(?:batch-fields|typed-search|checks\/(?:test-request|test-answer|test-verdict|probe-verdict))\.ts$/,
]

for (const [folder, allowed] of Object.entries(MAY_IMPORT)) {
  test(`${folder} imports ${allowed.join(' and ')} only`, () => {
    const found = productBelow(folder).flatMap((source) =>
      importsOutside(source, (target) => {
        const top = topOf(target)
        return top !== undefined && !allowed.includes(top)
      }),
    )
    expectNone(found, 'Directions are web → contract ← server. Move what both sides need into contract/:')
  })
}

/** What a folder of the console may import of the others. Pages stand on the kit, the kit on the library. */
const WEB_LAYERS: Record<string, string[]> = { lib: ['lib'], ui: ['ui', 'lib'] }
const WEB_FOLDERS = ['features', 'routes', 'ui', 'lib']

for (const [folder, allowed] of Object.entries(WEB_LAYERS)) {
  test(`web/src/${folder} imports ${allowed.join(' and ')} only`, () => {
    const found = productBelow(`web/src/${folder}`).flatMap((source) =>
      importsOutside(source, (target) => {
        const layer = /^web\/src\/(\w+)\//.exec(target)?.[1]
        return layer !== undefined && WEB_FOLDERS.includes(layer) && !allowed.includes(layer)
      }),
    )
    expectNone(found, 'Pass it in as an argument, or move the file up to what it needs:')
  })
}

test('contract uses no package but zod', () => {
  const found = productBelow('contract').flatMap((source) =>
    importsOutside(source, (target) => topOf(target) === undefined && !/^zod(?:\/|$)/.test(target)),
  )
  expectNone(found, 'contract/ runs in the browser and on the server. Keep it to zod and plain functions:')
})

test('imports across top folders go by their package name', () => {
  const found = sources.flatMap((source) =>
    source.imports
      .filter(({ specifier, target }) => specifier.startsWith('.') && topOf(target) !== topOf(source.path))
      .filter(({ target }) => ['contract', 'server', 'web', 'test'].includes(topOf(target) ?? ''))
      .map(({ specifier }) => `${source.path} imports ${specifier}`),
  )
  expectNone(found, "Write '#contract/…', '#server/…', '#web/…' or '#test/…' instead of climbing out with '../':")
})

for (const [folder, allowed] of Object.entries(LOW_FOLDERS)) {
  test(`server/${folder} stands on ${allowed.join(', ') || 'nothing else of the server'}`, () => {
    const found = productBelow(`server/${folder}`).flatMap((source) =>
      source.imports
        .filter(({ target, typeOnly }) => !typeOnly && topOf(target) === 'server')
        .filter(({ target }) => ![folder, ...allowed].some((name) => target.startsWith(`server/${name}/`)))
        .map(({ target }) => `${source.path} imports ${target}`),
    )
    expectNone(found, `Pass it in as an argument (importing its type is fine), or move the file out of ${folder}:`)
  })
}

test('only server/app.ts and open-app.ts join the relay and the routes to the rest', () => {
  const joining = ['server/app.ts', 'server/open-app.ts']
  /** What explains, opens or calls the relay with a session belongs to an area above. */
  const onRelay = /^server\/(?:channels\/(?:explain\/|open-relay)|people\/playground)/
  const isFrontDoor = (target: string) => /^server\/(?:calls\/relay\/|.*\/(?:[a-z]+-)?routes\.ts$)/.test(target)
  const found = productBelow('server')
    .filter(({ path }) => !joining.includes(path) && !path.startsWith('server/calls/relay/') && !onRelay.test(path))
    .flatMap((source) =>
      source.imports
        .filter(({ target, typeOnly }) => !typeOnly && isFrontDoor(target) && !isPure(target))
        .map(({ target }) => `${source.path} imports ${target}`),
    )
  expectNone(found, 'Nothing stands on a front door. Move the shared part into a command, a query or a pure file:')
})

test('queries know the database and nothing of HTTP', () => {
  const found = productBelow('server')
    .filter(({ path }) => path.endsWith('/queries.ts'))
    .flatMap((source) =>
      source.imports
        .filter(({ target, typeOnly }) => !typeOnly && /^server\/platform\/http\/|\/routes\.ts$|^hono/.test(target))
        .map(({ target }) => `${source.path} imports ${target}`),
    )
  expectNone(found, 'routes → commands → queries → store: return rows and let the command or route answer:')
})

test('pure files stand on pure files only', () => {
  const found = pureSources().flatMap((source) =>
    source.imports
      .filter(({ target, typeOnly }) => !typeOnly && !isPure(target) && !isDeclaration(target))
      .map(({ target }) => `${source.path} imports ${target}`),
  )
  expectNone(found, 'Keep decisions pure: import the type, take the value as an argument, act in the caller:')
})

test('pure files have no clock, no dice and no reach', () => {
  const reach =
    /\b(?:Bun|process|console|performance)\.|Date\.now\(|new Date\(\)|Math\.random\(|\bfetch\(|\bset(?:Timeout|Interval)\(/
  const found = pureSources().flatMap((source) =>
    source.lines.flatMap((line, index) =>
      reach.test(line) && !/^\s*(?:\/\/|\/?\*)/.test(line) ? [`${source.path}:${index + 1}  ${line.trim()}`] : [],
    ),
  )
  expectNone(found, 'Take the time, the random number or the answer as an argument:')
})

function pureSources(): Source[] {
  return sources.filter(({ path, isTest }) => !isTest && isPure(path))
}

function isPure(path: string): boolean {
  return PURE.some((pattern) => pattern.test(path))
}

/** The contract's tables and schemas are data. */
function isDeclaration(target: string): boolean {
  return target.startsWith('contract/') || (target.startsWith('zod') && !target.includes('..'))
}

function importsOutside(source: Source, isWrong: (target: string) => boolean): string[] {
  return source.imports.filter(({ target }) => isWrong(target)).map(({ target }) => `${source.path} imports ${target}`)
}

/** The top folder of a path in the repository; undefined for a package. */
function topOf(path: string): string | undefined {
  const [top = '', rest] = path.split('/')
  return rest !== undefined && TOP_FOLDERS.includes(top) ? top : undefined
}
