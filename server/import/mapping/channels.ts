import { PLACE_MAX, PRIORITY_MIN } from '#contract/api/channels.ts'
import { baseUrlProblem, isSendable, keyProblem, keysIn, otherProblem } from '#contract/channel-rules.ts'
import { channelType } from '#contract/channel-types/all.ts'
import { commaList } from '#contract/comma-list.ts'
import { CHANNEL_STATUS } from '#contract/statuses.ts'
import { type Remark, remark } from '../report.ts'
import type { Row } from '../source/reader.ts'
import type { Kind } from '../source/recognise.ts'
import { mapChannelType } from './channel-types.ts'
import { integer, json, number, text, trimmed } from './row.ts'

export const CHANNEL_COLUMNS = [
  'type',
  'key',
  'open_ai_organization',
  'test_model',
  'status',
  'name',
  'weight',
  'created_time',
  'test_time',
  'response_time',
  'base_url',
  'other',
  'balance',
  'balance_updated_time',
  'models',
  'group',
  'used_quota',
  'model_mapping',
  'status_code_mapping',
  'priority',
  'auto_ban',
  'other_info',
  'config',
  'system_prompt',
  'tag',
  'setting',
  'param_override',
  'header_override',
  'remark',
  'channel_info',
  'settings',
  'model_headers',
  'custom_parameter',
  'proxy',
  'plugin',
  'disabled_stream',
  'deleted_at',
  'only_chat',
] as const

/** A channel as it will be here, with its key in clear. */
export interface MappedChannel {
  sourceId: number
  /** Which of the keys of a channel with several this is; 0 = the first or only one. */
  part: number
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
}

export interface MappedChannels {
  channels: MappedChannel[]
  remarks: Remark[]
}

/** Columns whose content has no place here, where they hold anything. */
const LOST = [
  'system_prompt',
  'tag',
  'setting',
  'param_override',
  'header_override',
  'remark',
  'model_headers',
  'custom_parameter',
  'proxy',
  'plugin',
  'disabled_stream',
] as const

/** A channel becomes one channel, or one for each of its keys. */
export function mapChannel(row: Row, kind: Kind): MappedChannels {
  const sourceId = integer(row, 'id')
  const name = text(row, 'name').trim() || `#${sourceId}`
  if (text(row, 'deleted_at')) return { channels: [], remarks: [remark('channel_deleted', name)] }
  const remarks: Remark[] = []
  const sourceType = integer(row, 'type')
  const { type, baseUrl = '', other, missing } = mapChannelType(kind, sourceType)
  if (missing) remarks.push(remark('channel_type_missing', name))
  else if (baseUrl) remarks.push(remark('channel_type_openai', name))
  else if (type !== sourceType) remarks.push(remark('channel_type_changed', name))
  if (LOST.some((column) => isFilled(text(row, column)))) remarks.push(remark('channel_settings_lost', name))
  const base = {
    ...commonFields(row, name, remarks),
    sourceId,
    type,
    base_url: text(row, 'base_url').trim().replace(/\/+$/, '') || baseUrl,
    other: otherOf(row, kind, type) || (other ?? ''),
  }
  const keys = keysOf(row, kind, type)
  if (keys.length > 1) remarks.push(remark('channel_split', `${name} (${keys.length})`))
  const channels = keys.map(({ key, status }, part): MappedChannel => {
    const channel = {
      ...base,
      key,
      part,
      name: part === 0 ? name : `${name}-${part + 1}`,
      status: status ?? base.status,
    }
    return missing ? { ...channel, status: CHANNEL_STATUS.disabled } : channel
  })
  for (const channel of channels) {
    if (missing || channel.status !== CHANNEL_STATUS.enabled || isComplete(channel)) continue
    channel.status = CHANNEL_STATUS.disabled
    remarks.push(remark('channel_incomplete', channel.name))
  }
  return { channels, remarks }
}

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
  /** A status of the key itself, where it is not that of the channel. */
  status?: number
}

function keysOf(row: Row, kind: Kind, type: number): OneKey[] {
  const key = trimmed(row, 'key')
  if (kind === 'one-api') return [{ key: oneApiKey(key, json(row, 'config'), type) }]
  const info = json(row, 'channel_info')
  if (info.is_multi_key !== true) return [{ key: keysIn(key)[0] ?? '' }]
  const statuses = (info.multi_key_status_list ?? {}) as Record<string, unknown>
  const keys = manyKeys(key).map((one, index): OneKey => {
    const status = Number(statuses[index] ?? CHANNEL_STATUS.enabled)
    return status === CHANNEL_STATUS.enabled ? { key: one } : { key: one, status }
  })
  return keys.length > 0 ? keys : [{ key: '' }]
}

/** Several keys are lines, or for service accounts a JSON list. */
function manyKeys(key: string): string[] {
  if (!key.startsWith('['))
    return key
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean)
  try {
    return (JSON.parse(key) as unknown[]).map((one) => (typeof one === 'string' ? one : JSON.stringify(one)))
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
