import { expect, test } from 'bun:test'
import { dirname, join } from 'node:path'
import { channelTypes } from '#contract/channel-types/all.ts'
import { expectNone, files, ROOT } from './sources.ts'

/** Pages that name files which a reader is to create, or names that are no longer used. */
const EXEMPT = ['docs/extend/add-a-page.md', 'docs/extend/naming.md']

test('source files that a document names exist', async () => {
  const pages = files.filter((path) => path.endsWith('.md') && !EXEMPT.includes(path))
  const found = await Promise.all(
    pages.map(async (page) => {
      const text = await Bun.file(`${ROOT}/${page}`).text()
      const named = [...text.matchAll(/(?<![\w/.-])((?:[\w@-]+\/)*[\w-]+\.(?:tsx?|mjs))\b/g)].map(
        ([, name = '']) => name,
      )
      return named
        .filter((name) => !files.some((path) => path === name || path.endsWith(`/${name}`)))
        .map((name) => `${page} names ${name}`)
    }),
  )
  expectNone(found.flat(), 'The file has moved, or has another name:')
})

test('each line of what is done for security names its number and its test', async () => {
  const lines = (await Bun.file(`${ROOT}/docs/concepts/security.md`).text()).split('\n')
  const rows = lines.filter((line) => /^\| (?!ASVS|---)/.test(line))
  expect(rows.length).toBeGreaterThan(20)
  const whole =
    /^\| \d+\.\d+\.\d+(?:(?:, | to )\d+\.\d+\.\d+)* \| [^|]+ \| `[\w/-]+\.test\.ts`(?:, `[\w/-]+\.test\.ts`)* \|$/
  expectNone(
    rows.filter((row) => !whole.test(row)),
    'Give the number of the requirement, and the test that fails without it:',
  )
})

const MAX_ENTRY_LINES = 2
const MAX_ENTRY_COLUMNS = 130

test('an entry of the changelog has at most two lines', async () => {
  const lines = (await Bun.file(`${ROOT}/CHANGELOG.md`).text()).split('\n')
  const found = lines.flatMap((line, index) => {
    const place = `CHANGELOG.md:${index + 1}  ${line}`
    if (line.length > MAX_ENTRY_COLUMNS) return [`${place}: above ${MAX_ENTRY_COLUMNS} characters`]
    const next = lines.slice(index + 1, index + 1 + MAX_ENTRY_LINES)
    const isLong = line.startsWith('- ') && next.length === MAX_ENTRY_LINES && next.every(continues)
    return isLong ? [`${place}: above ${MAX_ENTRY_LINES} lines`] : []
  })
  expectNone(found, 'Say what is different for whom, and leave the rest to the documents:')
})

const continues = (line: string) => /^\s+\S/.test(line)

const pages = files.filter((path) => path.endsWith('.md'))
/** The relative links of a page, as paths from the root of the repository. */
const linksOf = async (page: string) =>
  [...(await Bun.file(`${ROOT}/${page}`).text()).matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
    .map(([, link = '']) => link)
    .filter((link) => !/^[a-z]+:|^\//.test(link))
    .map((link) => join(dirname(page), link).replace(/\/$/, ''))

/** The anchor that GitHub gives a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-')

test('each link to a heading names a heading of its page', async () => {
  const found = await Promise.all(
    pages.map(async (page) => {
      const links = [...(await Bun.file(`${ROOT}/${page}`).text()).matchAll(/\]\(([^)#\s:]*)#([^)\s]+)\)/g)]
      return Promise.all(
        links.map(async ([, link = '', anchor = '']) => {
          const target = link === '' ? page : join(dirname(page), link)
          const text = (await Bun.file(`${ROOT}/${target}`).text()).replace(/^```[\s\S]*?^```/gm, '')
          const anchors = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading))
          return anchors.includes(anchor) ? [] : [`${page}: ${link}#${anchor}`]
        }),
      )
    }),
  )
  expectNone(found.flat(2), 'No such heading:')
})

test('each link between documents leads to a file or folder', async () => {
  const found = await Promise.all(
    pages.map(async (page) =>
      (await linksOf(page))
        .filter((to) => to !== '.' && !files.some((path) => path === to || path.startsWith(`${to}/`)))
        .map((to) => `${page} links to ${to}`),
    ),
  )
  expectNone(found.flat(), 'The page has moved, or has another name:')
})

test('the index of the documents names each page of the five shelves', async () => {
  const named = await linksOf('docs/README.md')
  const shelved = pages.filter((path) => /^docs\/(?!adr\/)[\w-]+\//.test(path))
  expect(shelved.length).toBeGreaterThan(20)
  expectNone(
    shelved.filter((page) => !named.includes(page)),
    'Add the page to docs/README.md:',
  )
})

test('the number of kinds of upstream in the documents is that of the table', async () => {
  const { length } = channelTypes
  const present = pages.filter((page) => page !== 'CHANGELOG.md')
  const found = await Promise.all(
    present.map(async (page) =>
      [...(await Bun.file(`${ROOT}/${page}`).text()).matchAll(/\b(\d+)\*{0,2} kinds of upstream/g)]
        .filter(([, count]) => Number(count) !== length)
        .map(([words]) => `${page}: ${words}`),
    ),
  )
  expectNone(found.flat(), `There are ${length}:`)
})

test('each decision has its number in its title, and is in the index of decisions', async () => {
  const decisions = pages.filter((path) => /^docs\/adr\/\d/.test(path))
  const index = await Bun.file(`${ROOT}/docs/adr/README.md`).text()
  const lines = await Promise.all(
    decisions.map(async (path) => {
      const [title = ''] = (await Bun.file(`${ROOT}/${path}`).text()).split('\n')
      return `- [${title.replace('# ', '')}](${path.replace('docs/adr/', '')})`
    }),
  )
  expect(decisions.filter((path, at) => !lines[at]?.startsWith(`- [${path.slice(9, 13)} `))).toEqual([])
  expectNone(
    lines.filter((line) => !index.split('\n').includes(line)),
    'Add the line to docs/adr/README.md:',
  )
})
