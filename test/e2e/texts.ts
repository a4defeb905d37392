import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import i18next from 'i18next'

export type Language = 'zh' | 'en'

const LOCALES = join(fileURLToPath(new URL('.', import.meta.url)), '../../web/src/locales')
const CATALOGUES = [
  'common',
  'shell',
  'login',
  'editor',
  'docs',
  'entry',
  'home',
  'table',
  'filters',
  'form',
  'tokens',
  'channels',
  'batch',
  'chat',
  'configuration',
  'dashboard',
  'logs',
  'drawing',
  'tasks',
  'playground',
  'snippets',
  'models',
  'status',
  'health',
  'setup',
  'probe',
  'users',
  'alerts',
  'audits',
  'keys',
  'limits',
  'margin',
  'routing',
  'operations',
  'orders',
  'receipts',
  'health',
  'prices',
  'moveIn',
  'priceSync',
  'wallet',
  'palette',
  'password',
  'personal',
  'settings',
  'options',
  'redemption',
  'pricing',
] as const

/** The console's own texts: `t('tokens:add')` is what the page says in that language. */
export async function textsOf(language: Language) {
  const folder = join(LOCALES, language)
  const resources = Object.fromEntries(
    readdirSync(folder).map((file) => [basename(file, '.json'), JSON.parse(readFileSync(join(folder, file), 'utf8'))]),
  )
  const instance = i18next.createInstance()
  await instance.init({
    lng: language,
    ns: CATALOGUES,
    defaultNS: 'common',
    resources: { [language]: resources },
    interpolation: { escapeValue: false },
  })
  return instance.getFixedT(language, CATALOGUES)
}

export type Texts = Awaited<ReturnType<typeof textsOf>>
