import type { Client, Setup } from './client.ts'

export const SCENARIOS = ['answer', 'stream', 'tool loop', 'compaction', 'model switch'] as const
export type Scenario = (typeof SCENARIOS)[number]
/** What became of each scenario; absent = the client has nothing of the kind. */
export type Results = Partial<Record<Scenario, 'passed' | 'failed'>>

const SERVER = { url: 'https://switchyard.example.com', key: 'sk-…', model: 'MODEL', models: ['MODEL'] }
const BEGIN = '<!-- results: begin, written by npm run test:clients -->'
const END = '<!-- results: end -->'
const HEAD = [
  ['Client', 'Channel', ...SCENARIOS, 'Run on'],
  ['---', '---', ...SCENARIOS.map(() => '---'), '---'],
].map(line)

/**
 * Writes a client's rows of the table of results and its setup into the page; what other clients have stays. `rows`: results by
 * the kind of the channel. `day`: when they were run, as an ISO date.
 */
export function withClient(page: string, client: Client, rows: ReadonlyMap<string, Results>, day: string): string {
  const [before, table, after] = cut(page, BEGIN, END)
  const others = table.split('\n').filter((row) => row.startsWith('| ') && !HEAD.includes(row) && !isOf(row, client))
  const own = [...rows].map(([channel, results]) =>
    line([client.name, channel, ...SCENARIOS.map((scenario) => results[scenario] ?? '–'), day]),
  )
  // Sorts by clients alone: the channels keep their order.
  const all = [...others, ...own].toSorted((a, b) => nameIn(a).localeCompare(nameIn(b), 'en'))
  return withSetup(`${before}\n\n${[...HEAD, ...all].join('\n')}\n\n${after}`, client)
}

/** The page must have a place for the client's setup; what is there is replaced. Throws where there is none. */
function withSetup(page: string, client: Client): string {
  const [before, , after] = cut(page, `<!-- setup: ${client.name} -->`, '<!-- setup: end -->')
  const { env = {}, files = {} } = client.setup(SERVER)
  const texts = [`Tested: ${client.packages.map((name) => `\`${name}\``).join(', ')}.`, ...blocks({ env, files })]
  return `${before}\n\n${texts.join('\n\n')}\n\n${after}`
}

function blocks({ env = {}, files = {} }: Setup): string[] {
  const exports = Object.entries(env).map(([name, value]) => `export ${name}=${value}`)
  return [
    ...(exports.length > 0 ? [`\`\`\`sh\n${exports.join('\n')}\n\`\`\``] : []),
    ...Object.entries(files).map(([path, text]) => {
      const language = path.slice(path.lastIndexOf('.') + 1)
      return `\`~/${path}\`:\n\n\`\`\`${language}\n${text.trimEnd()}\n\`\`\``
    }),
  ]
}

/** The page up to the mark `begin`, what is between the marks, and the rest from the mark `end`. Marks stay outside. */
function cut(page: string, begin: string, end: string): [string, string, string] {
  const from = page.indexOf(begin) + begin.length
  const to = page.indexOf(end, from)
  if (!page.includes(begin) || to < 0) throw new Error(`docs/start/clients.md lacks ${begin} or ${end}`)
  return [page.slice(0, from), page.slice(from, to), page.slice(to)]
}

const nameIn = (row: string) => row.split(' | ')[0] ?? ''
const isOf = (row: string, { name }: Client) => nameIn(row) === `| ${name}`
function line(cells: string[]): string {
  return `| ${cells.join(' | ')} |`
}
