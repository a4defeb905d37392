import type { ChannelType } from '#contract/channel-types/channel-type.ts'
import { joinKey } from '../form/key-parts.ts'
import { type AddressSigns, fitsOfAddress, fitsOfKey, fitsOfNames, isAnybodys, isRunAnywhere } from './fits.ts'
import { type Pasted, readPasted } from './read-pasted.ts'

/** The fields that a paste fills; only those that it contains. */
export interface Filled {
  key?: string
  /** "" = the type's default. */
  base_url?: string
  other?: string
  openai_organization?: string
  models?: string[]
  /** `key` is one key per line. */
  batch?: true
}

export interface Guess {
  type: ChannelType
  fields: Filled
}

export interface Recognised {
  form: Pasted['form']
  /** The matching types, each with its fields. One = the match is unambiguous. */
  guesses: Guess[]
  /** The fields that are filled in for every type. */
  common: Filled
  /** The only match is by a key format that third-party services share. */
  anybodys: boolean
  /** The text held a placeholder instead of a key. */
  placeholder: boolean
}

/** Variable names that identify a field but not a vendor. */
const PLAIN_NAMES: readonly [RegExp, string][] = [
  [/(?:^|[_ .-]|[a-z])(?:api[_ -]?key|key|token|secret)$|^(?:密钥|令牌)$/i, 'key'],
  [/(?:base[_ -]?url|api[_ -]?base|endpoint|^url|^host|address)$|^(?:地址|接口地址|代理地址)$/i, 'base_url'],
  [/(?:^|[_ .-])models?$|^模型$/i, 'model'],
]

/**
 * Recognises the channel fields in a pasted text. Nothing is kept or sent. The host of an address decides
 * first, then setting names, then the key format; when they contradict each other, all matches are returned.
 */
export function recognise(text: string): Recognised {
  const pasted = readPasted(text)
  const names = fitsOfNames(pasted.named.map(({ name }) => name))
  const plain = plainFields(pasted)
  const named = (type: ChannelType) => fieldsOfNames(pasted, names.get(type))
  const address = pasted.addresses[0] ?? plain.base_url ?? firstOf(names, (type) => named(type).base_url)
  const at = address ? fitsOfAddress(withScheme(address)) : { known: false, plain: true, fits: [] }
  const key = pasted.keys[0] ?? plain.key ?? firstOf(names, (type) => named(type).key) ?? ''
  const byKey = key ? fitsOfKey(key) : []

  const types = agreed(at, [...names.keys()], byKey, key)
  const guesses = types.map((type) => {
    const fit = at.fits.find((each) => each.type === type)
    const base_url =
      fit?.base_url ??
      (address
        ? withScheme(address)
            .replace(/[?#].*$/, '')
            .replace(/\/+$/, '')
        : undefined)
    const said = { ...plain, ...fit?.fields, ...named(type), ...(base_url === undefined ? {} : { base_url }) }
    return { type, fields: fieldsFor(type, said, pasted) }
  })
  const common = guesses.length > 0 ? sharedFields(guesses) : fieldsFor(undefined, plainOf(plain, address), pasted)
  const byKeyAlone = !address && names.size === 0 && guesses.length === 1
  const anybodys = byKeyAlone && isAnybodys(guesses[0]!.type, key)
  const placeholder = key === '' && (pasted.form === 'curl' || pasted.named.some(({ value }) => value === ''))
  return { form: pasted.form, guesses, common, anybodys, placeholder }
}

/**
 * Returns the types on which host, names and key agree. When their formats contradict each other, all types
 * are returned.
 */
function agreed(at: AddressSigns, named: ChannelType[], byKey: ChannelType[], key: string): ChannelType[] {
  // Names take precedence over an address without an identifying path.
  const atAddress = at.plain && named.length > 0 ? [] : at.fits.map(({ type }) => type)
  const byAddress = narrowed(atAddress, named, at.known && isSameFormat(atAddress, named))
  const isOpen = byKey.some((type) => isAnybodys(type, key)) && byAddress.some(isRunAnywhere)
  return narrowed(byAddress, byKey, isOpen || (at.known && isSameFormat(byAddress, byKey)))
}

function narrowed(types: ChannelType[], sign: ChannelType[], goesFirst: boolean): ChannelType[] {
  if (types.length === 0 || sign.length === 0) return types.length > 0 ? types : sign
  const both = types.filter((type) => sign.includes(type))
  if (both.length > 0) return both
  return goesFirst ? types : [...types, ...sign]
}

const isSameFormat = (some: ChannelType[], others: ChannelType[]) =>
  some.some(({ provider }) => others.some((other) => other.provider === provider))

function firstOf<T>(types: ReadonlyMap<ChannelType, unknown>, read: (type: ChannelType) => T): T | undefined {
  return [...types.keys()].map(read).find((value) => value !== undefined)
}

/** Returns the values of names that a type documents, by field. Parts of a joined key become the key. */
function fieldsOfNames({ named }: Pasted, fields: ReadonlyMap<string, string> | undefined): Record<string, string> {
  const held = named.flatMap(({ name, value }) => {
    const field = fields?.get(name)
    return field && value ? [[field, value]] : []
  })
  return Object.fromEntries(held)
}

function plainFields({ named }: Pasted): Record<string, string> {
  const held = named.flatMap(({ name, value }) => {
    const [, field] = PLAIN_NAMES.find(([look]) => look.test(name)) ?? []
    return field && value ? [[field, value]] : []
  })
  // The first value of a field is used.
  return Object.fromEntries(held.reverse())
}

const plainOf = (plain: Record<string, string>, address: string | undefined) =>
  address ? { ...plain, base_url: withScheme(address) } : plain

function fieldsFor(type: ChannelType | undefined, said: Record<string, string>, pasted: Pasted): Filled {
  const { base_url, other, openai_organization, model } = said
  const parts = type?.key.parts.map(({ name }) => said[name] ?? '') ?? []
  const joined = type?.key.separator && parts.some(Boolean) ? joinKey(type.key, parts) : ''
  const key = pasted.keys.length > 0 ? pasted.keys.join('\n') : joined || said.key
  const models = [...pasted.models, ...(model?.split(/[,，\s]+/) ?? [])].filter(Boolean)
  return {
    ...(key ? { key } : {}),
    ...(pasted.keys.length > 1 ? { batch: true as const } : {}),
    ...(base_url === undefined ? {} : { base_url }),
    ...(other && type?.fields.other ? { other } : {}),
    ...(openai_organization && type?.fields.openai_organization ? { openai_organization } : {}),
    ...(models.length > 0 ? { models: [...new Set(models)] } : {}),
  }
}

function sharedFields([first, ...others]: Guess[]): Filled {
  const entries = Object.entries(first?.fields ?? {}) as [keyof Filled, unknown][]
  const same = entries.filter(([name, value]) =>
    others.every(({ fields }) => JSON.stringify(fields[name]) === JSON.stringify(value)),
  )
  return Object.fromEntries(same)
}

const withScheme = (address: string) => (/^https?:\/\//i.test(address) ? address : `http://${address}`)
