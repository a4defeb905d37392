import type { CatalogueCard } from '#contract/api/models.ts'
import type { Language } from '#contract/errors.ts'
import type { Calls } from '../calls/calls.ts'
import type { PageHead } from '../platform/http/console-files.ts'
import type { Platform } from '../platform/platform.ts'
import { catalogueOf } from './models/catalogue.ts'
import { docAt, summaryOf } from './visitor-text/docs.ts'

/** Titles and descriptions of the pages for visitors; `{site}` = the system name. */
const PAGES: Record<string, Record<Language, [title: string, description: string]>> = {
  '/models': {
    zh: ['模型', '{site} 提供的 {count} 个模型：能力、上下文长度与价格。'],
    en: ['Models', '{count} models at {site}: what each can do, how much it reads, and what it costs.'],
  },
  '/models/compare': {
    zh: ['模型对比', '并排对比 {site} 的模型：价格、上下文长度、能力与实测速度。'],
    en: ['Compare models', 'Compare prices, context, capabilities and measured speed of models at {site}.'],
  },
  '/pricing': {
    zh: ['模型价格', '{site} 全部模型的价格。'],
    en: ['Model pricing', 'Prices of all models at {site}.'],
  },
  '/status': {
    zh: ['服务状态', '{site} 各模型的当前状态与近 90 天的可用性。'],
    en: ['Status', 'State of every model at {site} now and over the last 90 days.'],
  },
  '/about': {
    zh: ['关于', '{site} 是什么：接口地址、模型、文档与联系方式。'],
    en: ['About', 'What {site} is: API address, models, documentation and contact.'],
  },
  '/login': {
    zh: ['登录', '登录 {site}，查看令牌、用量与余额。'],
    en: ['Log in', 'Log in to {site} to see your keys, usage and balance.'],
  },
  '/register': {
    zh: ['注册', '在 {site} 注册账户，获取密钥。'],
    en: ['Register', 'Create an account at {site} and get a key.'],
  },
  '/reset': {
    zh: ['密码重置', '通过邮件重置你在 {site} 的密码。'],
    en: ['Reset password', 'Reset your password at {site} by email.'],
  },
  '/setup': {
    zh: ['首次启动', '设置 {site} 的 root 密码。'],
    en: ['Setup', 'Set the root password of {site}.'],
  },
  '/chat': {
    zh: ['聊天', '登录后用你在 {site} 的令牌聊天。'],
    en: ['Chat', 'Log in to chat with a key of {site}.'],
  },
}

/** Title and description of a page by its path; undefined for pages that need no description. */
export function pageHead(path: string, services: Platform & Calls, language: Language): PageHead | undefined {
  const site = services.options.values.SystemName
  const page = Object.hasOwn(PAGES, path) ? PAGES[path] : undefined
  if (page) {
    const [title, description] = page[language]
    const count = () => String(catalogueOf(services).rows().length)
    const filled = description.replace('{site}', () => site)
    return { title: `${title} · ${site}`, description: filled.replace('{count}', count) }
  }
  const doc = docAt(path, services, language)
  if (doc) return { title: `${doc.title} · ${site}`, description: summaryOf(doc) }
  const card = path.startsWith('/models/') ? catalogueOf(services).card(nameIn(path)) : undefined
  return card && { title: `${card.name} · ${site}`, description: describe(card, language) }
}

/** The model that a path names; a path that is not well encoded names none. */
function nameIn(path: string): string {
  try {
    return decodeURIComponent(path.slice('/models/'.length))
  } catch {
    return ''
  }
}

function describe({ description, context, prices }: CatalogueCard, language: Language): string {
  const zh = language === 'zh'
  const price = prices.find(({ group }) => group === 'default') ?? prices[0]
  const tokens = context?.toLocaleString('en-US')
  const facts = [
    description?.[language],
    tokens && (zh ? `上下文 ${tokens} tokens。` : `Context of ${tokens} tokens.`),
    price?.input &&
      price.output &&
      (zh
        ? `每 100 万 tokens：输入 $${price.input}，输出 $${price.output}。`
        : `$${price.input} in and $${price.output} out per million tokens.`),
    price?.per_call && (zh ? `每次调用 $${price.per_call}。` : `$${price.per_call} a call.`),
  ]
  return facts.filter(Boolean).join(' ')
}
