import { channelTypes } from '#contract/channel-types/all.ts'
import type { ChannelType } from '#contract/channel-types/channel-type.ts'
import { channelSigns, type Signs } from '#contract/channel-types/signs.ts'

/** The information that an address gives about a matching type. */
export interface AddressFit {
  type: ChannelType
  /** The address without the path that calls of the type add; "" = the type's default. */
  base_url: string
  /** Values in parts of the address: a model, a region, a version. */
  fields: Record<string, string>
}

const signsOf = ({ id }: ChannelType): Signs => channelSigns[id] ?? {}
const whole = (pattern: string, text: string) => new RegExp(`^(?:${pattern})$`).exec(text)
const PLAIN_PATHS = Object.values(channelSigns).flatMap(({ plain, path }) => (plain && path ? [path] : []))
const ROOT = /^\/?(?:v1\/?)?$/

export interface AddressSigns {
  /** The host belongs to a vendor. */
  known: boolean
  /** The address has no path that identifies a format; the match is by convention. */
  plain: boolean
  fits: AddressFit[]
}

/** Returns the types with a matching host, or else those with a matching path. */
export function fitsOfAddress(address: string): AddressSigns {
  if (!URL.canParse(address)) return { known: false, plain: false, fits: [] }
  const url = new URL(address)
  const atVendor = channelTypes.flatMap((type) => vendorFit(type, url) ?? [])
  // Among several services of a vendor, keeps those whose path matches.
  const exact = atVendor.filter(({ exact }) => exact)
  const known = exact.length > 0 ? exact : atVendor.filter(({ odd }) => !odd)
  if (known.length > 0) return { known: true, plain: false, fits: known.map(({ fit }) => fit) }
  // A path that no service of the vendor has may be another format at its host.
  const elsewhere = channelTypes.flatMap((type) => formatFit(type, url) ?? [])
  const open = elsewhere.length > 0 ? elsewhere : channelTypes.flatMap((type) => plainFit(type, url) ?? [])
  const plain = atVendor.length + elsewhere.length === 0
  return { known: atVendor.length > 0, plain, fits: [...atVendor.map(({ fit }) => fit), ...open] }
}

function vendorFit(type: ChannelType, url: URL) {
  const { hosts, path } = signsOf(type)
  const usual = type.baseUrl ? new URL(type.baseUrl) : undefined
  const match = hosts
    ? hosts.map((host) => whole(host, url.host)).find(Boolean)
    : url.host === usual?.host && ([] as unknown as RegExpExecArray)
  if (!match) return undefined
  const below = usual && usual.pathname !== '/' ? usual.pathname : ''
  const rest = url.pathname.startsWith(below) ? url.pathname.slice(below.length) : url.pathname
  const ends = path === undefined ? null : whole(path, rest)
  const own = Object.values(type.paths ?? {}).some((each) => each && rest.startsWith(each.split('{')[0]!))
  const generic = path === undefined && PLAIN_PATHS.some((each) => whole(each, rest))
  const base = `${url.origin}${below}`
  const fit = {
    type,
    base_url: base === type.baseUrl || (type.fields.base_url === 'optional' && !usual) ? '' : base,
    fields: { ...match.groups, ...ends?.groups, ...queried(type, url) },
  }
  const exact = !ROOT.test(rest) && (ends !== null || own)
  return { fit, exact, odd: !exact && !generic && !ROOT.test(rest) }
}

/** Returns the match of an address on any host whose path ends in the type's format. */
function formatFit(type: ChannelType, url: URL): AddressFit | undefined {
  const { path, anywhere } = signsOf(type)
  const ends = anywhere && path ? new RegExp(`(?:${path})$`).exec(url.pathname) : null
  if (!ends) return undefined
  const front = url.pathname.slice(0, ends.index)
  return { type, base_url: tidied(url.origin + front), fields: { ...ends.groups, ...queried(type, url) } }
}

/** Returns the match of an address without an identifying path. */
const plainFit = (type: ChannelType, url: URL): AddressFit | undefined =>
  signsOf(type).plain ? { type, base_url: tidied(url.origin + url.pathname), fields: {} } : undefined

const tidied = (address: string) => address.replace(/\/+$/, '').replace(/\/+v1$/, '')

function queried(type: ChannelType, url: URL): Record<string, string> {
  const entries = Object.entries(signsOf(type).query ?? {})
  return Object.fromEntries(
    entries.flatMap(([name, field]) => {
      const value = url.searchParams.get(name)
      return value ? [[field, value]] : []
    }),
  )
}

/**
 * Returns the types whose key format matches. A joined key matches by the shape of its parts when no known
 * format does.
 */
export function fitsOfKey(key: string): ChannelType[] {
  const known = channelTypes.filter((type) => {
    const { key: look } = signsOf(type)
    return look !== undefined && whole(look, key) !== null
  })
  if (known.length > 0) return known
  return channelTypes.filter(
    ({ key: { separator, shape } }) =>
      separator !== '' && shape && key.includes(separator) && new RegExp(shape.pattern).test(key),
  )
}

/**
 * Returns the types whose documentation uses these names, with the fields they hold. Keeps only those with the
 * most matches.
 */
export function fitsOfNames(names: readonly string[]): Map<ChannelType, Map<string, string>> {
  const all = channelTypes.map((type) => {
    const known = signsOf(type).names ?? {}
    const held = names.flatMap((name): [string, string][] => {
      const field = known[name] ?? known[name.toUpperCase()]
      return field === undefined ? [] : [[name, field]]
    })
    return [type, new Map(held)] as const
  })
  const most = Math.max(0, ...all.map(([, held]) => held.size))
  return new Map(most === 0 ? [] : all.filter(([, held]) => held.size === most))
}

/** Returns whether third-party services in the type's format also issue keys of this format. */
export function isAnybodys(type: ChannelType, key: string): boolean {
  const { anywhere, sure } = signsOf(type)
  return anywhere === true && !(sure && whole(sure, key))
}

/** Returns whether services in the type's format also run at other addresses. */
export const isRunAnywhere = (type: ChannelType) => signsOf(type).anywhere === true
