import { channelSettings } from '#contract/api/channels.ts'
import { baseUrlProblem, isSendable, keyProblem, otherProblem } from '#contract/channel-rules.ts'
import { channelType } from '#contract/channel-types/all.ts'
import { commaList } from '#contract/comma-list.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { isRecord } from '#contract/is-record.ts'
import { isTooDeep } from '#contract/json-depth.ts'
import type { Limits } from '#contract/limits.ts'
import { parseBuyPrice } from '#contract/prices/buy-price-schema.ts'
import { CHANNEL_STATUS } from '#contract/statuses.ts'
import { upstreamBase, versionInAddress } from '#contract/upstream-address.ts'
import { ApiError } from '../platform/errors/api-error.ts'
import { TOO_DEEP } from '../platform/json/parse-json.ts'
import type { Platform } from '../platform/platform.ts'

/** The fields that an administrator writes to a channel, under their wire names; absent fields stay unchanged. */
export interface ChannelFields {
  type?: number | undefined
  key?: string | undefined
  openai_organization?: string | undefined
  test_model?: string | undefined
  status?: number | undefined
  name?: string | undefined
  weight?: number | undefined
  base_url?: string | undefined
  other?: string | undefined
  models?: string | undefined
  group?: string | undefined
  model_mapping?: string | undefined
  status_code_mapping?: string | undefined
  priority?: number | undefined
  auto_ban?: number | null | undefined
  settings?: string | undefined
  /** Sealed, by `sealSettings`. */
  secrets?: string | undefined
  buy_price?: string | undefined
  max_input_tokens?: number | undefined
  limits?: Limits | null | undefined
}

const STATUSES: readonly number[] = [CHANNEL_STATUS.enabled, CHANNEL_STATUS.disabled, CHANNEL_STATUS.autoDisabled]

export const isChannelStatus = (status: number) => STATUSES.includes(status)

/**
 * Required fields, for which zero or "" keeps the stored value; `other` by the wire contract, where only a blank
 * text empties it.
 */
const KEPT_WHEN_EMPTY = ['type', 'status', 'key', 'name', 'models', 'group', 'other'] as const

/** Returns the fields that an update writes, without the zeros and empty texts that mean "keep". */
export function withoutKept(fields: ChannelFields): ChannelFields {
  const written = { ...fields }
  for (const name of KEPT_WHEN_EMPTY) if (!written[name]) delete written[name]
  return written
}

/** Normalizes the input: lists without blanks and duplicates, an address without what calls add to it. */
export function tidyFields(fields: ChannelFields, type = fields.type): ChannelFields {
  const tidy: ChannelFields = { ...fields }
  if (fields.name !== undefined) tidy.name = fields.name.trim()
  if (fields.models !== undefined) tidy.models = commaList(fields.models).join(',')
  if (fields.group !== undefined) tidy.group = commaList(fields.group).join(',')
  if (fields.base_url !== undefined) tidy.base_url = tidyAddress(fields.base_url, type)
  for (const name of ['model_mapping', 'status_code_mapping', 'settings', 'buy_price'] as const) {
    if (fields[name] !== undefined) tidy[name] = fields[name].trim()
  }
  if (fields.other !== undefined) tidy.other = fields.other.trim()
  const version = type !== undefined && fields.base_url && versionInAddress(type, fields.base_url)
  if (version && !tidy.other) tidy.other = version
  if (fields.openai_organization !== undefined) tidy.openai_organization = fields.openai_organization.trim()
  if (fields.auto_ban !== undefined) tidy.auto_ban = fields.auto_ban === 0 ? 0 : 1
  return tidy
}

const tidyAddress = (address: string, type: number | undefined) =>
  type === undefined ? address.trim().replace(/\/+$/, '') : upstreamBase(type, address)

/** Checks the keys of channels of a type. Throws an ApiError. */
export function checkKeys(keys: readonly string[], type: number): void {
  if (keys.some(isTooDeep)) throw new ApiError('body_invalid', { detail: TOO_DEEP })
  if (!keys.every(isSendable)) refuse('key', 'channel_key_characters')
  const format = channelType(type)?.key
  const problem = format && keys.map((key) => keyProblem(format, key)).find(Boolean)
  if (problem) refuse('key', problem)
}

/**
 * Checks normalized fields except the key. `type`, `base_url` and `other` of the stored channel replace absent
 * ones; `knownGroups` are those that exist or that the channel has already. Throws an ApiError that names the
 * field.
 */
export function checkFields(
  fields: ChannelFields,
  stored: { type: number; base_url: string; other: string },
  knownGroups: ReadonlySet<string>,
): void {
  const type = channelType(fields.type ?? stored.type)
  if (!type) refuse('type', 'channel_type_unsupported', { type: fields.type ?? stored.type })
  if (fields.status && !isChannelStatus(fields.status)) refuse('status', 'invalid_parameters')
  if (fields.models === '') refuse('models', 'channel_models_required')
  checkGroups(fields.group, knownGroups)
  // Stored values are only checked again when the type changes.
  const judged = (name: 'base_url' | 'other') => fields[name] ?? (fields.type === undefined ? undefined : stored[name])
  const [address, other] = [judged('base_url'), judged('other')]
  const problem = address !== undefined && type && baseUrlProblem(type.fields.base_url, address)
  if (problem) refuse('base_url', problem)
  const otherWrong = other !== undefined && otherProblem(type?.fields.other, other)
  if (otherWrong) refuse('other', otherWrong)
  if (!isSendable(fields.openai_organization ?? '')) refuse('openai_organization', 'channel_organization_characters')
  if (fields.model_mapping && !isModelMapping(readJson(fields.model_mapping))) {
    refuse('model_mapping', 'channel_mapping_invalid')
  }
  if (fields.status_code_mapping && !isStatusMapping(readJson(fields.status_code_mapping))) {
    refuse('status_code_mapping', 'channel_status_mapping_invalid')
  }
  if (fields.settings && !channelSettings.safeParse(readJson(fields.settings)).success) {
    refuse('settings', 'invalid_input', { detail: 'settings' })
  }
  const buyPrice = parseBuyPrice(fields.buy_price ?? '')
  if ('detail' in buyPrice) {
    const detail = `buy_price: ${buyPrice.detail}`
    throw new ApiError('invalid_input', { detail }, { buy_price: 'channel_buy_price_invalid' })
  }
}

/** Names of the groups that exist. */
export const groupNames = ({ options }: Pick<Platform, 'options'>) => new Set(Object.keys(options.values.GroupRatio))

function checkGroups(group: string | undefined, known: ReadonlySet<string>) {
  if (group === '') refuse('group', 'channel_groups_required')
  const unknown = commaList(group ?? '').find((name) => !known.has(name))
  if (unknown) refuse('group', 'group_unknown', { group: unknown })
}

const isModelMapping = (value: unknown) =>
  isRecord(value) && Object.values(value).every((name) => typeof name === 'string')

const isStatusCode = (value: unknown) => {
  const code = typeof value === 'string' && /^\d{3}$/.test(value) ? Number(value) : value
  return typeof code === 'number' && Number.isInteger(code) && code >= 100 && code <= 599
}

const isStatusMapping = (value: unknown) => isRecord(value) && Object.entries(value).flat().every(isStatusCode)

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function refuse(field: string, code: ErrorCode, parameters: Record<string, string | number> = {}): never {
  throw new ApiError(code, parameters, { [field]: code })
}
