import { expect, test } from 'bun:test'
import { Glob } from 'bun'
import { errors } from '#contract/errors.ts'
import { ROOT } from './sources.ts'

/** What ends a text: a sentence's end, a quotation of one, or a value after a colon. */
const ENDED = { en: /[.!?:…]”?$|: ?\{\{?\w+\}?\}$/, zh: /[。！？：…」”]$|：\{\{?\w+\}?\}$/ }
const SENTENCES = { en: /[a-z0-9)”}%]\. +[A-Z“{0-9]/, zh: /。/ }
/** Names of things: no sentences. */
const NAMES =
  /(?:^|\.)(?:column|kind|unit|period|choice|shell\.(?:page|section|tab))\.[\w.-]+$|\.(?:title|label|action|button|caption)(?:_\w+)?$/
/** What an empty list says below its title. */
const EMPTY = /(?:^|\.)(?:empty|noMatch)\.hint$|(?:none|empty|emptyHint|noneMatching|noMatch|matching)Hint$/

const LANGUAGES = ['en', 'zh'] as const

for (const language of LANGUAGES) {
  test(`a text of several sentences ends like one: ${language}`, async () => {
    const messages = Object.entries(errors).map(([code, texts]): [string, string] => [code, texts[language]])
    const texts = [...(await catalogueTexts(language)), ...messages]
    const open = texts.filter(([, text]) => SENTENCES[language].test(text) && !ENDED[language].test(text))
    expect(open).toEqual([])
  })

  test(`names of things end without a period, what an empty list says with one: ${language}`, async () => {
    const wrong = (await catalogueTexts(language)).filter(([key, text]) => {
      const isSentence = /[.。]$/.test(text) && !text.endsWith('...')
      if (EMPTY.test(key)) return !isSentence
      return NAMES.test(key) && !key.endsWith('.hint') && isSentence && !SENTENCES[language].test(text.slice(0, -1))
    })
    expect(wrong).toEqual([])
  })
}

/** The word that a WeChat account expects, and the name of a language in that language. */
const CHINESE = new Set(['login.wechat.hint', 'personal.wechat.how', 'alerts.language.zh'])

test('English texts have no Chinese characters', async () => {
  const found = (await catalogueTexts('en')).filter(([key, text]) => /\p{Script=Han}/u.test(text) && !CHINESE.has(key))
  const messages = Object.entries(errors).filter(([, { en }]) => /\p{Script=Han}/u.test(en))
  expect([...found, ...messages]).toEqual([])
})

async function catalogueTexts(language: string): Promise<[key: string, text: string][]> {
  const paths = [...new Glob(`web/src/locales/${language}/*.json`).scanSync(ROOT)].sort()
  const catalogues = paths.map(async (path) => {
    const name = path.slice(path.lastIndexOf('/') + 1, -'.json'.length)
    return textsOf(await Bun.file(`${ROOT}/${path}`).json(), name)
  })
  return (await Promise.all(catalogues)).flat()
}

function textsOf(value: unknown, key: string): [key: string, text: string][] {
  if (typeof value === 'string') return [[key, value]]
  return Object.entries(value ?? {}).flatMap(([part, each]) => textsOf(each, `${key}.${part}`))
}
