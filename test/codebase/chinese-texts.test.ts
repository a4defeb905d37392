import { expect, test } from 'bun:test'
import { Glob } from 'bun'
import { errors, relayCodes } from '#contract/errors.ts'

const CATALOGUES = `${import.meta.dir}/../../web/src/locales/zh`

/** Names of products and vendors, and terms that consoles in Chinese show in English, too. */
const NAMES = `
  AI21 Labs|Amazon|Anthropic|Bark|Cohere|DeepSeek|Discord|GitHub|Google|Groq|Jina AI|LinuxDO|Linux DO|Midjourney|MiniMax|Mistral AI|
  OpenAI|OpenID Connect|Perplexity|Replicate|Slack|Suno|Switchyard|Telegram|Together AI|Turnstile|Voyage AI|Webhook|ntfy|xAI|
  Base URL|Bot Token|Client ID|Client Secret|English|ID|Issuer|JSON|Key|MaxTokens|OAuth App|Playground|Prompt|PromptEn|RPM|Secret Key|
  Scope|Site Key|System|TPM|Temperature|Token`
  .split('|')
  .map((name) => name.trim())
  .filter(Boolean)
  .sort((one, other) => other.length - one.length)

/** Texts that are the same in every language, as they are no sentences. */
const EXAMPLES = new Set(['channels.form.baseUrlExample', 'settings.paste.example', 'settings.paste.exampleLink'])
/** A greeting that the console has in English everywhere. */
const GREETING = 'shell.festive.wish'

/** Words of vendors' interfaces, by which clients tell these errors apart, and one text that other consoles look for. */
const VENDORS_OWN = new Set<string>(['record_not_found', ...relayCodes])

/** Whether words of another language are left once names and placeholders are taken out. */
function isForeign(text: string): boolean {
  if (/\p{Script=Han}/u.test(text)) return false
  const bare = text.replace(/\{\{?.*?\}?\}|<\/?\w+>/g, ' ')
  const words = NAMES.reduce((rest, name) => rest.replace(new RegExp(`\\b${name}\\b`, 'g'), ' '), bare)
  return /[A-Za-z]{2}/.test(words)
}

test('a text without Chinese is found, a name is not', () => {
  expect(['Not allowed: {detail}', 'Key expired', 'usage is nil'].filter(isForeign)).toHaveLength(3)
  expect(['GitHub Client ID', '{detail}', 'RPM: {{value}}', '密钥 key', '—'].filter(isForeign)).toEqual([])
})

test('every Chinese error is Chinese', () => {
  const foreign = Object.entries(errors).filter(([code, { zh }]) => !VENDORS_OWN.has(code) && isForeign(zh))
  expect(foreign.map(([code, { zh }]) => `${code}: ${zh}`)).toEqual([])
})

for (const name of [...new Glob('*.json').scanSync(CATALOGUES)].sort()) {
  test(`every text of zh/${name} is Chinese`, async () => {
    const texts = [...textsOf(await Bun.file(`${CATALOGUES}/${name}`).json(), name.replace('.json', ''))]
    const foreign = texts.filter(([path, text]) => !EXAMPLES.has(path) && path !== GREETING && isForeign(text))
    expect(foreign.map(([path, text]) => `${path}: ${text}`)).toEqual([])
  })
}

function* textsOf(value: unknown, path: string): Generator<[string, string]> {
  if (typeof value === 'string') yield [path, value]
  else for (const [key, each] of Object.entries(value ?? {})) yield* textsOf(each, `${path}.${key}`)
}
