import type { Language } from '#contract/errors.ts'
import { baseUrlOf, KEY_PLACEHOLDER, snippets } from '#contract/snippets.ts'
import type { Calls } from '../../calls/calls.ts'
import type { PageHead } from '../../platform/http/console-files.ts'
import type { Platform } from '../../platform/platform.ts'
import { contentAsHtml } from '../content.ts'
import { catalogueOf } from '../models/catalogue.ts'
import { exampleModel } from '../models/example-model.ts'
import { docAt, docText } from './docs.ts'
import { heading, link, list, paragraph, program, wordsOf } from './html.ts'
import { modelsText } from './models.ts'
import { statusText, uptimeText } from './status.ts'

interface Asked {
  path: string
  language: Language
  /** Where the page was asked for, such as `https://api.example.com`. */
  origin: string
  head: PageHead | undefined
  /** false = no page has this address. */
  isFound?: boolean
}

const NAV = {
  zh: { '/': '首页', '/models': '模型', '/docs': '文档', '/status': '服务状态', '/about': '关于', '/login': '登录' },
  en: { '/': 'Home', '/models': 'Models', '/docs': 'Docs', '/status': 'Status', '/about': 'About', '/login': 'Log in' },
}
const HOME = {
  zh: {
    tagline: '一个地址、一个密钥，调用各家 AI 模型',
    intro: '代码和 SDK 都不用换：改一下接口地址，就能用你熟悉的格式调用本站的任何模型。',
    call: '第一次调用',
    product: 'Switchyard 是 AI 模型接口网关与控制台，以 MIT 协议发布。',
  },
  en: {
    tagline: 'One address and one key for the AI models of every vendor',
    intro: 'Keep your code and SDK. Change the base URL and call any model of this site in the format you already use.',
    call: 'The first call',
    product: 'Switchyard is an AI model API gateway with a console, released under the MIT license.',
  },
}
const LOGIN = {
  zh: '登录和控制台需要启用 JavaScript。',
  en: 'Logging in and the console need JavaScript.',
}

const NOT_FOUND = {
  zh: ['页面不存在', '请检查你的浏览器地址是否正确。'],
  en: ['Page not found', 'Check the address in your browser.'],
} as const

/**
 * The text of a page for visitors as HTML, for reading without JavaScript; undefined for pages that are no text. Rejects
 * where the database does not answer.
 */
export async function pageText(services: Platform & Calls, asked: Asked): Promise<string | undefined> {
  const text = await textAt(services, asked)
  if (text === undefined) return undefined
  const { language } = asked
  const { StatusPageEnabled } = services.options.values
  const pages = Object.entries(NAV[language]).filter(([path]) => path !== '/status' || StatusPageEnabled)
  const nav = pages.map(([path, name]) => link(path, name)).join(' ')
  return `<div class="no-script prose docs" lang="${language === 'zh' ? 'zh-CN' : 'en'}"><nav>${nav}</nav><main>${text}</main>${paragraph(LOGIN[language])}</div>`
}

function textAt(
  services: Platform & Calls,
  { path, language, origin, head, isFound = true }: Asked,
): Promise<string> | string | undefined {
  const { values } = services.options
  if (!isFound) return heading(1, NOT_FOUND[language][0]) + paragraph(NOT_FOUND[language][1])
  if (path === '/')
    return values.HomePageContent ? contentText(values.HomePageContent) : homeText(services, language, origin)
  if (path === '/about')
    return (
      heading(1, NAV[language]['/about']) +
      (values.About ? contentText(values.About) : aboutText(services, language, origin))
    )
  if (path === '/models' || path === '/models/compare' || path === '/pricing') return modelsText(services, language)
  if (path === '/status') return statusText(services, language)
  const doc = docAt(path, services, language)
  if (doc) return docText(doc, services, language, rootOf(services, origin))
  return head && heading(1, head.title) + paragraph(head.description)
}

/** An operator's own text; that of another site is linked. */
function contentText(content: string): string {
  const html = contentAsHtml(content)
  return /^https:\/\/\S+$/.test(html) ? list([link(html, html)]) : wordsOf(html)
}

async function homeText(services: Platform & Calls, language: Language, origin: string): Promise<string> {
  const { HomeTagline, HomeBlocks } = services.options.values
  const words = HOME[language]
  const rows = catalogueOf(services).rows()
  const baseUrl = baseUrlOf(rootOf(services, origin), origin)
  const curl = snippets.find(({ id }) => id === 'curl')
  const call = curl?.text({ baseUrl, key: KEY_PLACEHOLDER, model: exampleModel(rows) }) ?? ''
  const blocks: Record<(typeof HomeBlocks)[number], () => Promise<string> | string> = {
    call: () => heading(2, words.call) + program(call),
    models: () => modelsText(services, language, 2),
    uptime: () => uptimeText(services, language),
    // Facts of the server are no text to read.
    facts: () => '',
  }
  const shown = await Promise.all(HomeBlocks.map((block) => blocks[block]()))
  const intro = HomeTagline ? '' : paragraph(words.intro)
  return `${heading(1, HomeTagline || words.tagline)}${intro}<p>API: <code>${Bun.escapeHTML(baseUrl)}</code></p>${shown.join('')}`
}

/** The default texts about the product and this site. */
function aboutText(services: Platform, language: Language, origin: string): string {
  const { product, intro } = HOME[language]
  const baseUrl = baseUrlOf(rootOf(services, origin), origin)
  return `${paragraph(intro)}${paragraph(product)}<p>API: <code>${Bun.escapeHTML(baseUrl)}</code></p>`
}

const rootOf = ({ options }: Platform, origin: string) =>
  baseUrlOf(options.values.ServerAddress, origin).replace(/\/v1$/, '')
