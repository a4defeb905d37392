import { keysIn } from '#contract/channel-rules.ts'
import { isRecord } from '#contract/is-record.ts'

/** The contents of a text before they are matched with a type. */
export interface Pasted {
  form: 'curl' | 'settings' | 'account' | 'address' | 'key' | 'keys' | 'nothing'
  addresses: string[]
  /** Credentials; several = one per channel. */
  keys: string[]
  /** Variables and headers with their values; "" for a placeholder. Header names are in lower case. */
  named: { name: string; value: string }[]
  models: string[]
}

const NOTHING: Pasted = { form: 'nothing', addresses: [], keys: [], named: [], models: [] }
const ADDRESS = /^https?:\/\/[^\s"'<>]+$/i
const PLACEHOLDER = /[$<>{}…*]|\.\.\.|^xxx|^(?:your|my)[-_ ]?(?:api|key|token|secret)/i

/** Parses a key, an address, a curl command, settings or a key file. Pure; never throws. */
export function readPasted(text: string): Pasted {
  const trimmed = text.trim()
  if (/^(?:\$\s*|>\s*)?curl(?:\.exe)?\s/.test(trimmed)) return readCurl(trimmed)
  const object = readObject(trimmed)
  if (object && typeof object.private_key === 'string') return { ...NOTHING, form: 'account', keys: keysIn(trimmed) }
  const named = object ? pairsOf(object) : trimmed.split(/\r?\n/).flatMap(readSetting)
  return named.length > 0 ? { ...NOTHING, form: 'settings', named } : readWords(trimmed)
}

/** Returns the value after `Authorization: Bearer`, since a key may be pasted with its header. */
const bare = (value: string) => value.trim().replace(/^(?:authorization:\s*)?bearer\s+/i, '')

const real = (value: string) => (PLACEHOLDER.test(value) ? '' : value)

function readCurl(text: string): Pasted {
  const words = shellWords(text)
  const behind = (...flags: string[]) => words.filter((_, index) => flags.includes(words[index - 1] ?? ''))
  const addresses = words.filter((word) => ADDRESS.test(word))
  const headers = behind('-H', '--header').flatMap((header) => {
    const [, name = '', value = ''] = /^([\w-]+):\s*(.*)$/.exec(header) ?? []
    return name ? [{ name: name.toLowerCase(), value }] : []
  })
  // A variable in place of a key still identifies the key's vendor by its name.
  const variables = [...text.matchAll(/\$\{?([A-Z][A-Z0-9_]+)\}?/g)].map(([, name = '']) => ({ name, value: '' }))
  const body = readObject(behind('-d', '--data', '--data-raw', '--data-binary', '--json').join(''))
  const key = headers.find(({ name }) => name === 'authorization')
  return {
    form: 'curl',
    addresses: addresses.slice(0, 1),
    keys: key ? [real(bare(key.value))].filter(Boolean) : [],
    named: [
      ...headers
        .filter(({ name }) => name !== 'authorization')
        .map(({ name, value }) => ({ name, value: real(value.trim()) })),
      ...variables,
    ],
    models: typeof body?.model === 'string' ? [body.model] : [],
  }
}

/** Parses one line of settings: `export NAME=value`, `$env:NAME = "value"`, `name: value`. */
function readSetting(line: string): Pasted['named'] {
  const match =
    /^\s*(?:export\s+|set\s+|setx\s+|\$env:|env\s+|-\s+)?["']?([A-Za-z][\w .-]{1,60}?|[\u4e00-\u9fa5]{2,8})["']?\s*(?:=(?!=*$)|[:：](?!\/\/))\s*(.+?)[,;]?\s*$/i.exec(
      line,
    )
  if (!match || line.trimStart().startsWith('#')) return []
  const [, name = '', value = ''] = match
  if (name.toLowerCase() === 'authorization') return [{ name: 'API_KEY', value: real(bare(unquoted(value))) }]
  return [{ name: name.trim(), value: real(unquoted(value)) }]
}

function unquoted(text: string): string {
  const value = text.trim()
  const [, , inner] = /^(["'`])(.*?)\1(?:\s+#.*)?$/.exec(value) ?? []
  // Text after a blank and `#` behind an unquoted value is a comment.
  return inner ?? value.replace(/\s+#.*$/, '')
}

/** Collects settings from JSON of any depth: `{"env": {"ANTHROPIC_API_KEY": "…"}}`. */
function pairsOf(object: Record<string, unknown>): Pasted['named'] {
  return Object.entries(object).flatMap(([name, value]) => {
    if (typeof value === 'string') return [{ name, value: real(value.trim()) }]
    return isRecord(value) ? pairsOf(value) : []
  })
}

/** Collects addresses and keys between blanks or lines. Ordinary words are skipped. */
function readWords(text: string): Pasted {
  const words = bare(text)
    .split(/[\s,，;]+/)
    .map(unquoted)
    .filter(Boolean)
  const addresses = words.filter((word) => ADDRESS.test(word))
  const others = words.filter((word) => !ADDRESS.test(word))
  const alike = others.filter(isKeyLike)
  // Among ordinary words, only strings that cannot be a word are taken as keys.
  const keys = [
    ...new Set(alike.length * 2 > others.length ? alike : alike.filter((word) => /^(?=.*\d).{16,}$/.test(word))),
  ]
  if (addresses.length + keys.length === 0) return NOTHING
  const form = keys.length > 1 ? 'keys' : keys.length > 0 ? 'key' : 'address'
  return { ...NOTHING, form, addresses: addresses.slice(0, 1), keys }
}

const isKeyLike = (word: string) =>
  /^[\x21-\x7e]{8,}$/.test(word) && (/\d/.test(word) || /[-_|]/.test(word)) && real(word) !== ''

function readObject(text: string): Record<string, unknown> | undefined {
  if (!text.trimStart().startsWith('{')) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}

/**
 * Splits a command line into words as a shell does: quotes, backslashes, and continued lines (`\`, `^` or a
 * backtick at their end). Nothing is expanded.
 */
function shellWords(text: string): string[] {
  const joined = text.replace(/[\\^`]\r?\n/g, ' ')
  const words: string[] = []
  let word: string | undefined
  let quote = ''
  for (let at = 0; at < joined.length; at++) {
    const char = joined.charAt(at)
    if (quote) {
      if (char === quote) quote = ''
      else if (char === '\\' && quote === '"') word = (word ?? '') + joined.charAt(++at)
      else word = (word ?? '') + char
    } else if (char === '"' || char === "'") {
      quote = char
      word ??= ''
    } else if (char === '\\') word = (word ?? '') + joined.charAt(++at)
    else if (/\s/.test(char)) {
      if (word !== undefined) words.push(word)
      word = undefined
    } else word = (word ?? '') + char
  }
  return word === undefined ? words : [...words, word]
}
