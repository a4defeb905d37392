import { expect, test } from 'bun:test'
import { Glob } from 'bun'
import { ROOT } from './sources.ts'

/** What a native technical writer does not write, with what to write instead. */
const BANNED: Record<string, [pattern: RegExp, instead: string][]> = {
  en: [
    [/\b(?:told|tells?)\b/i, 'notify, show, report, group by'],
    [/\bby (?:itself|themselves)\b/i, 'automatically'],
    [/\bstands?\b/i, 'is, appears'],
    [/\bof which\b/i, 'including'],
    [/\bat once\b/i, 'immediately, concurrent'],
    [/\banew\b/i, 'again, resets'],
    [/\be-mail/i, 'email'],
    [/\bleave[sd]? out\b|\bleft out\b|\btakes? in again\b/i, 'exclude, omit, skip'],
    [/\bgoes on\b/i, 'continues, ongoing'],
    [/\bcounts (?:at|anew)\b/i, 'applies, takes effect'],
    [/\bwhatever\b|\bwhoever\b|\banybody\b/i, 'anything, anyone'],
    [/\b(?:un)?bound\b(?! by)/i, 'linked'],
    [/\bno longer:/i, 'immediately'],
    [/\bmend\b/i, 'fix'],
    [/\bblanks?\b/i, 'spaces'],
    [/\d %/, 'no space before %'],
    [/\b(?:gives?|given|takes?|taken) back\b/i, 'returned, refunded, deducted'],
    [/\b(?:hangs?|hung) up\b/i, 'disconnect'],
    [/\b(?:breaks?|broken?) off\b|\bf[ae]lls? silent\b|\bis silent\b/i, 'end early, time out'],
    [/\b(?:some|every)body\b/i, 'someone, all users'],
    [/\bif need be\b/i, 'if required'],
    [/\b(?:one|two) a line\b/i, 'one per line'],
    [/\bdearer\b/i, 'more expensive'],
    [/\bcolours?\b/i, 'color'],
  ],
  zh: [
    [/您/, '你'],
    [/通道/, '渠道'],
    [/Playground/, '操练场'],
    [/登陆/, '登录'],
    [/帐[号户]/, '账户'],
    [/剪切板/, '剪贴板'],
    [/认得|认识不/, '接受、识别'],
    [/调用者/, '调用方'],
  ],
}

/** Generated from texts of the code. */
const UNCHECKED = ['docs/reference/command-line.md']

const texts = (language: string): string[] => {
  const globs = [`web/src/locales/${language}/*.json`, `server/site/caller-docs/texts/${language}/*.md`]
  globs.push(`contract/errors/${language}.json`, '{server,contract}/**/*.ts')
  if (language === 'en')
    globs.push('{README,CONTRIBUTING}.md', 'docs/*.md', 'docs/{start,concepts,extend,reference,operate,adr}/*.md')
  return globs
    .flatMap((glob) => [...new Glob(glob).scanSync(ROOT)])
    .filter((path) => !UNCHECKED.includes(path) && !path.endsWith('.test.ts'))
    .sort()
}

for (const [language, rules] of Object.entries(BANNED))
  test(`texts of the console and of the documents are plain: ${language}`, async () => {
    const found: string[] = []
    for (const path of texts(language)) {
      for (const line of await linesOf(path, language))
        for (const [pattern, instead] of rules)
          if (pattern.test(line)) found.push(`${path}: “${line.trim()}” → ${instead}`)
    }
    expect(found).toEqual([])
  })

/** The texts of a file: lines of a document, values of a catalogue, and in code the literals of a language. */
async function linesOf(path: string, language: string): Promise<string[]> {
  const text = await Bun.file(`${ROOT}/${path}`).text()
  if (path.endsWith('.md')) return text.replace(/```.*?```|`[^`]*`/gs, '').split('\n')
  if (path.endsWith('.json')) return textsOf(JSON.parse(text))
  const literals = text.matchAll(new RegExp(`\\b${language}:\\s+(?:'([^'\\n]*)'|\`([^\`\\n]*)\`)`, 'g'))
  return [...literals].map(([, quoted, template = '']) => (quoted ?? template).replace(/\$\{[^}]*\}/g, 'X'))
}

/** What lets a caller in is a key in English; an access token of the account and a chat bot's are tokens. */
const TOKENS =
  /^(?:alerts\.setting\.|password\.keepToken|personal\.(?:security|token)\.|dashboard\.chart\.title\.token\.tokens$)/

test('a token of the relay (令牌) is a key in English', async () => {
  const found: string[] = []
  for (const path of texts('en').filter((each) => each.endsWith('.json'))) {
    const name = path.slice(path.lastIndexOf('/') + 1, -'.json'.length)
    const en = keyed(await Bun.file(`${ROOT}/${path}`).json(), name)
    const zh = new Map(keyed(await Bun.file(`${ROOT}/${path.replace('/en/', '/zh/')}`).json(), name))
    for (const [key, text] of en)
      if (/\btokens?\b(?!}})/i.test(text) && zh.get(key)?.includes('令牌') && !TOKENS.test(key))
        found.push(`${key}: ${text}`)
  }
  expect(found).toEqual([])
})

function keyed(catalogue: object, at: string): [key: string, text: string][] {
  return Object.entries(catalogue).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${at}.${key}`, value] as [string, string]] : keyed(value, `${at}.${key}`),
  )
}

function textsOf(catalogue: object): string[] {
  return Object.values(catalogue).flatMap((value) => (typeof value === 'string' ? [value] : textsOf(value)))
}
