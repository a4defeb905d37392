import { channelTypes } from '#contract/channel-types/all.ts'
import type { ChannelType } from '#contract/channel-types/channel-type.ts'
import { channelSigns, type Signs } from '#contract/channel-types/signs.ts'

/** What an address says about a type that it fits. */
export interface AddressFit {
  type: ChannelType
  /** Without what calls of the type add; "" = the type's own. */
  base_url: string
  /** What parts of the address name: a model, a region, a version. */
  fields: Record<string, string>
}

const signsOf = ({ id }: ChannelType): Signs => channelSigns[id] ?? {}
const whole = (pattern: string, text: string) => new RegExp(`^(?:${pattern})$`).exec(text)
const PLAIN_PATHS = Object.values(channelSigns).flatMap(({ plain, path }) => (plain && path ? [path] : []))
const ROOT = /^\/?(?:v1\/?)?$/

export interface AddressSigns {
  /** The host is a vendor's. */
  known: boolean
  /** It says nothing but where; what fits is a convention. */
  plain: boolean
  fits: AddressFit[]
}

/** Types at whose hosts an address is, or else those whose format its path is in. */
export function fitsOfAddress(address: string): AddressSigns {
  if (!URL.canParse(address)) return { known: false, plain: false, fits: [] }
  const url = new URL(address)
  const atVendor = channelTypes.flatMap((type) => vendorFit(type, url) ?? [])
  // Of several services of a vendor, those that the path is of.
  const exact = atVendor.filter(({ exact }) => exact)
  const known = exact.length > 0 ? exact : atVendor.filter(({ odd }) => !odd)
  if (known.length > 0) return { known: true, plain: false, fits: known.map(({ fit }) => fit) }
  // A path that is none of the vendor's may be another format at its host.
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

/** An address of anybody whose end is in the format of a type. */
function formatFit(type: ChannelType, url: URL): AddressFit | undefined {
  const { path, anywhere } = signsOf(type)
  const ends = anywhere && path ? new RegExp(`(?:${path})$`).exec(url.pathname) : null
  if (!ends) return undefined
  const front = url.pathname.slice(0, ends.index)
  return { type, base_url: tidied(url.origin + front), fields: { ...ends.groups, ...queried(type, url) } }
}

/** An address that says nothing but where. */
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

/** Types whose keys look like this one. A joined key fits by the form of its parts where nobody's look is known. */
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

/** Types whose documentation has these names, with the fields they hold; only those that have the most of them. */
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

/** Whether keys of this look are also handed out by services that others run in the type's format. */
export function isAnybodys(type: ChannelType, key: string): boolean {
  const { anywhere, sure } = signsOf(type)
  return anywhere === true && !(sure && whole(sure, key))
}

/** Whether others run services of the type's format at addresses of their own. */
export const isRunAnywhere = (type: ChannelType) => signsOf(type).anywhere === true
