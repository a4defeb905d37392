import { PLACE_MAX, PRIORITY_MIN } from '#contract/api/channels.ts'
import { MAX_POOL_KEYS } from '#contract/channel-keys.ts'
import { baseUrlProblem, isSendable, keyProblem, keysIn, otherProblem } from '#contract/channel-rules.ts'
import { channelType } from '#contract/channel-types/all.ts'
import { taskPlatform } from '#contract/channel-types/tasks.ts'
import { commaList } from '#contract/comma-list.ts'
import { names } from '#contract/name-list.ts'
import { readProxyAddress } from '#contract/proxy-address.ts'
import { CHANNEL_STATUS, KEY_STATUS } from '#contract/statuses.ts'
import { parseJson } from '../../../platform/json/parse-json.ts'
import { type Remark, remark } from '../report.ts'
import type { Row } from '../source/reader.ts'
import type { Kind } from '../source/recognise.ts'
import { mapChannelType } from './channel-types.ts'
import { integer, json, number, parseObject, text, trimmed } from './row.ts'

export const CHANNEL_COLUMNS = names(`
  type key open_ai_organization test_model status name weight created_time test_time response_time base_url other
  balance balance_updated_time models group used_quota model_mapping status_code_mapping priority auto_ban other_info
  config system_prompt tag setting param_override header_override remark channel_info settings model_headers
  custom_parameter proxy plugin disabled_stream deleted_at only_chat
`)

/** A channel as it will be here, with its key in clear. */
export interface MappedChannel {
  sourceId: number
  type: number
  key: string
  open_ai_organization: string
  test_model: string
  status: number
  name: string
  weight: number
  priority: number
  created_time: number
  test_time: number
  response_time: number
  balance_updated_time: number
  base_url: string
  other: string
  balance: number
  models: string
  group: string
  model_mapping: string
  status_code_mapping: string
  auto_ban: number
  other_info: string
  /** JSON of ChannelSettings, with the password of the proxy. */
  settings: string
  /** All keys of a channel with several; empty = it has the one. */
  keys: OneKey[]
}

export interface MappedChannelOrNone {
  /** undefined = it is left out. */
  channel: MappedChannel | undefined
  remarks: Remark[]
}

/** Columns whose content has no place here, where they hold anything. */
const LOST = names(`
  system_prompt tag param_override header_override remark model_headers custom_parameter plugin disabled_stream
`)

export function mapChannel(row: Row, kind: Kind): MappedChannelOrNone {
  const sourceId = integer(row, 'id')
  const name = text(row, 'name').trim() || `#${sourceId}`
  if (text(row, 'deleted_at')) return { channel: undefined, remarks: [remark('channel_deleted', name)] }
  const remarks: Remark[] = []
  const sourceType = integer(row, 'type')
  const { type, baseUrl = '', other, missing } = mapChannelType(kind, sourceType)
  if (missing) remarks.push(remark('channel_type_missing', name))
  else if (baseUrl) remarks.push(remark('channel_type_openai', name))
  else if (type !== sourceType) remarks.push(remark('channel_type_changed', name))
  const proxy = proxyOf(row)
  if (
    LOST.some((column) => isFilled(text(row, column))) ||
    hasOtherSettings(row) ||
    (proxy && !readProxyAddress(proxy))
  )
    remarks.push(remark('channel_settings_lost', name))
  const keys = usableKeys(keysOf(row, kind, type), type)
  const channel: MappedChannel = {
    ...commonFields(row, name, remarks),
    sourceId,
    name,
    type,
    base_url: text(row, 'base_url').trim().replace(/\/+$/, '') || baseUrl,
    other: otherOf(row, kind, type) || (other ?? ''),
    key: (keys.usable.find(({ status }) => status === KEY_STATUS.enabled) ?? keys.usable[0])?.key ?? '',
    keys: keys.usable.length > 1 ? keys.usable : [],
    settings: '',
  }
  if (proxy && readProxyAddress(proxy)) channel.settings = JSON.stringify({ proxy })
  if (keys.dropped > 0) remarks.push(remark('channel_key_invalid', `${name} (${keys.dropped})`))
  if (channel.keys.length > 0) {
    remarks.push(remark('channel_keys', `${name} (${channel.keys.length})`))
    channel.settings = keyMode(row, channel.settings)
  }
  if (missing) channel.status = CHANNEL_STATUS.disabled
  else if (channel.status === CHANNEL_STATUS.enabled && !isComplete(channel)) {
    channel.status = CHANNEL_STATUS.disabled
    remarks.push(remark('channel_incomplete', name))
  }
  return { channel, remarks }
}

/** The family's names for the choice of a key are those of this server. */
function keyMode(row: Row, settings: string): string {
  const mode = json(row, 'channel_info').multi_key_mode
  return mode === 'random' ? JSON.stringify({ ...parseObject(settings), multi_key_mode: mode }) : settings
}

/** one-hub has a column for the proxy, new-api a setting. */
const proxyOf = (row: Row) => text(row, 'proxy').trim() || String(json(row, 'setting').proxy ?? '').trim()

const hasOtherSettings = (row: Row) =>
  Object.entries(json(row, 'setting')).some(([name, value]) => name !== 'proxy' && Boolean(value))

const isFilled = (value: string) => !['', 'null', '{}', '[]', '""'].includes(value.trim())

function commonFields(row: Row, name: string, remarks: Remark[]) {
  const status = integer(row, 'status', 1)
  const known = status === CHANNEL_STATUS.enabled || status === CHANNEL_STATUS.autoDisabled
  const bounded = (value: number, min: number) => Math.min(PLACE_MAX, Math.max(min, value))
  const [weight, priority] = [integer(row, 'weight'), integer(row, 'priority')]
  if (bounded(weight, 0) !== weight || bounded(priority, PRIORITY_MIN) !== priority) {
    remarks.push(remark('channel_bounded', name))
  }
  const mapping = (column: string) => {
    const value = text(row, column).trim()
    if (!isFilled(value)) return ''
    if (Object.keys(json(row, column)).length > 0) return value
    remarks.push(remark('channel_mapping_invalid', name))
    return ''
  }
  return {
    open_ai_organization: sendable(text(row, 'open_ai_organization').trim()),
    test_model: text(row, 'test_model').trim(),
    status: known ? status : CHANNEL_STATUS.disabled,
    weight: bounded(weight, 0),
    priority: bounded(priority, PRIORITY_MIN),
    created_time: integer(row, 'created_time'),
    test_time: integer(row, 'test_time'),
    response_time: integer(row, 'response_time'),
    balance_updated_time: integer(row, 'balance_updated_time'),
    balance: number(row, 'balance'),
    models: commaList(text(row, 'models')).join(','),
    group: commaList(text(row, 'group')).join(',') || 'default',
    model_mapping: mapping('model_mapping'),
    status_code_mapping: mapping('status_code_mapping'),
    auto_ban: integer(row, 'auto_ban', 1) === 0 ? 0 : 1,
    other_info: isFilled(text(row, 'other_info')) ? text(row, 'other_info') : '',
  }
}

const sendable = (value: string) => (isSendable(value) ? value : '')

/** one-api keeps in `config` what the others keep in `other`. */
function otherOf(row: Row, kind: Kind, type: number): string {
  const own = text(row, 'other').trim()
  if (kind !== 'one-api' || own) return own
  const config = json(row, 'config')
  const field = (name: string) => (typeof config[name] === 'string' ? (config[name] as string) : '')
  if (type === VERTEX) return field('region')
  return field('api_version') || field('plugin') || field('library_id') || field('user_id')
}

const BEDROCK = 33
const VERTEX = 41

interface OneKey {
  key: string
  /** A KEY_STATUS. */
  status: number
}

const oneKey = (key: string): OneKey[] => [{ key, status: KEY_STATUS.enabled }]
const KEY_STATUSES: readonly number[] = Object.values(KEY_STATUS)

function keysOf(row: Row, kind: Kind, type: number): OneKey[] {
  const key = trimmed(row, 'key')
  if (kind === 'one-api') return oneKey(oneApiKey(key, json(row, 'config'), type))
  const info = json(row, 'channel_info')
  if (info.is_multi_key !== true) return oneKey(keysIn(key)[0] ?? '')
  const statuses = (info.multi_key_status_list ?? {}) as Record<string, unknown>
  return manyKeys(key).map((one, index) => {
    const status = Number(statuses[index] ?? KEY_STATUS.enabled)
    return { key: one, status: KEY_STATUSES.includes(status) ? status : KEY_STATUS.disabled }
  })
}

/** Of several keys, those that a pool may hold; platforms of tasks have no pools. */
function usableKeys(keys: readonly OneKey[], type: number): { usable: OneKey[]; dropped: number } {
  if (keys.length <= 1) return { usable: [...keys], dropped: 0 }
  const spec = channelType(type)
  const seen = new Set<string>()
  const distinct = keys.filter(({ key }) => !seen.has(key) && seen.add(key))
  const valid = distinct.filter(({ key }) => isSendable(key) && !(spec && keyProblem(spec.key, key)))
  const usable = taskPlatform(spec?.provider) ? valid.slice(0, 1) : valid.slice(0, MAX_POOL_KEYS)
  return { usable, dropped: distinct.length - usable.length }
}

/** Several keys are lines, or for service accounts a JSON list. */
function manyKeys(key: string): string[] {
  if (!key.startsWith('['))
    return key
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean)
  try {
    return (parseJson(key) as unknown[]).map((one) => (typeof one === 'string' ? one : JSON.stringify(one)))
  } catch {
    return keysIn(key)
  }
}

function oneApiKey(key: string, config: Record<string, unknown>, type: number): string {
  const field = (name: string) => (typeof config[name] === 'string' ? (config[name] as string) : '')
  if (type === BEDROCK && !key.includes('|') && field('ak'))
    return [field('ak'), field('sk'), field('region')].join('|')
  const adc = field('vertex_ai_adc')
  return type === VERTEX && isFilled(adc) ? (keysIn(adc)[0] ?? '') : (keysIn(key)[0] ?? '')
}

/** Whether a channel has what its type needs to be called. */
function isComplete({ type, key, base_url, other, models }: MappedChannel): boolean {
  const spec = channelType(type)
  if (!spec || !models) return false
  const keyWrong = key === '' || !isSendable(key) || keyProblem(spec.key, key) !== undefined
  const otherWrong = otherProblem(spec.fields.other, other || (spec.fields.other?.initial ?? '')) !== undefined
  return !(keyWrong || otherWrong || baseUrlProblem(spec.fields.base_url, base_url) !== undefined)
}
