import type { ProbeStep } from '#contract/api/channel-checks.ts'
import { upstreamBase } from '#contract/upstream-address.ts'
import { type ChannelFormValues, typeOf } from '../form/form-values.ts'
import { isTextMapping } from '../form/mappings.ts'
import { fitsOfAddress, fitsOfKey } from '../paste/fits.ts'
import { readPasted } from '../paste/read-pasted.ts'

/** A change of the form that probably fixes the failure. */
export interface ProbeFix {
  name: 'address' | 'path' | 'scheme' | 'type' | 'key' | 'listed' | 'keepListed' | 'removeModel'
  /** Values for the placeholders in its text. */
  about: { part?: string; type?: number; count?: number }
  values: Partial<ChannelFormValues>
}

const ADDRESS_IS_WRONG = new Set<ProbeStep['verdict']>(['wrong_address', 'malformed', 'refused', 'no_model'])

/** Returns the change that the form and the answers suggest; undefined = no automatic fix is known. */
export function probeFix(steps: readonly ProbeStep[], values: ChannelFormValues): ProbeFix | undefined {
  const failed = steps.find(({ state }) => state === 'failed')
  if (!failed) return fixOfModels(steps, values)
  const { verdict } = failed
  if (verdict === 'wrong_key') return fixOfKey(values)
  if (verdict === 'unreachable') return fixOfScheme(values)
  const fix = ADDRESS_IS_WRONG.has(verdict) ? fixOfAddress(values) : undefined
  if (fix) return fix
  if (verdict === 'no_model') return fixOfModels(steps, values) ?? withoutModel(failed.model ?? '', values)
  return verdict === 'malformed' || verdict === 'wrong_address' ? withoutPath(values) : undefined
}

/** Fixes an address that includes the path of a call, or that belongs to another type. */
function fixOfAddress({ type, base_url }: ChannelFormValues): ProbeFix | undefined {
  const given = base_url.trim().replace(/\/+$/, '')
  const { id, fields, baseUrl } = typeOf(type)
  if (given === '' || given === baseUrl || !URL.canParse(given)) return undefined
  const { fits, known, plain } = fitsOfAddress(given)
  if (fields.base_url === 'full-url') {
    if (!plain && !/\/v1$/.test(given)) return undefined
    const part = '/v1/chat/completions'
    return { name: 'address', about: { part }, values: { base_url: given.replace(/\/v1$/, '') + part } }
  }
  const own = fits.find((fit) => fit.type.id === id)
  if (own && !plain && callsChange(type, given, own.base_url)) {
    return { name: 'path', about: { part: own.base_url || typeOf(type).baseUrl }, values: { base_url: own.base_url } }
  }
  const [other, ...others] = fits
  if (own || !other || plain || others.length > 0) return undefined
  const also = known ? { models: [...other.type.models] } : {}
  return {
    name: 'type',
    about: { type: other.type.id },
    values: { type: String(other.type.id), base_url: other.base_url, ...also },
  }
}

/** Fixes an address that returned an HTML page: removes its path. */
function withoutPath({ type, base_url }: ChannelFormValues): ProbeFix | undefined {
  if (!URL.canParse(base_url) || typeOf(type).fields.base_url === 'full-url') return undefined
  const { origin, pathname } = new URL(base_url)
  const isFix = pathname !== '/' && callsChange(type, base_url, origin)
  return isFix ? { name: 'path', about: { part: origin }, values: { base_url: origin } } : undefined
}

/** Returns whether calls go elsewhere with another address; calls understand an address in every printed form. */
function callsChange(type: string, ...addresses: [string, string]): boolean {
  const [before, after] = addresses.map((address) =>
    upstreamBase(Number(type), address || typeOf(type).baseUrl).replace(/\/v1$/, ''),
  )
  return before !== after
}

const IS_NEAR = /^(?:localhost|127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|\[::1\])/

/** Fixes the scheme: local hosts mostly have no TLS certificate, public hosts do. */
function fixOfScheme({ base_url }: ChannelFormValues): ProbeFix | undefined {
  if (!URL.canParse(base_url)) return undefined
  const { protocol, host } = new URL(base_url)
  const scheme = IS_NEAR.test(host) ? 'http:' : 'https:'
  if (scheme === protocol) return undefined
  const changed = base_url.trim().replace(/^https?:/i, scheme)
  return { name: 'scheme', about: { part: changed }, values: { base_url: changed } }
}

/** Fixes a key copied with surrounding text, or a key in the format of another type. */
function fixOfKey({ type, key, batch }: ChannelFormValues): ProbeFix | undefined {
  if (batch || key.trim() === '') return undefined
  const { form, keys } = readPasted(key)
  const [bare] = keys
  if (form === 'key' && bare && bare !== key.trim()) return { name: 'key', about: {}, values: { key: bare } }
  const fits = fitsOfKey(key.trim())
  const [only, ...others] = fits
  if (!only || others.length > 0 || String(only.id) === type) return undefined
  const values = { type: String(only.id), base_url: '', models: [...only.models] }
  return { name: 'type', about: { type: only.id }, values }
}

/** Removes models that the upstream does not list, where it lists any. */
function fixOfModels(steps: readonly ProbeStep[], values: ChannelFormValues): ProbeFix | undefined {
  const { models, test_model, model_mapping } = values
  const listed = steps.find((step) => step.models)?.models ?? []
  const upstream = mappingIn(model_mapping)
  const kept = models.filter((model) => listed.includes(upstream[model] ?? model))
  if (listed.length === 0 || (kept.length === models.length && models.length > 0)) return undefined
  const tested = { test_model: listed.includes(test_model) ? test_model : '' }
  if (kept.length === 0)
    return { name: 'listed', about: { count: listed.length }, values: { models: listed, ...tested } }
  return { name: 'keepListed', about: { count: models.length - kept.length }, values: { models: kept, ...tested } }
}

/** Returns the upstream's names for models, by requested name. */
function mappingIn(text: string): Record<string, string> {
  return text.trim() !== '' && isTextMapping(text) ? JSON.parse(text) : {}
}

function withoutModel(model: string, { models, test_model }: ChannelFormValues): ProbeFix | undefined {
  const left = models.filter((each) => each !== model)
  if (left.length === 0 || left.length === models.length) return undefined
  const values = { models: left, test_model: test_model === model ? '' : test_model }
  return { name: 'removeModel', about: { part: model }, values }
}
