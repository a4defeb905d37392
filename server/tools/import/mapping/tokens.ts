import { commaList } from '#contract/comma-list.ts'
import { names } from '#contract/name-list.ts'
import { TOKEN_STATUS } from '#contract/statuses.ts'
import { ipListProblem } from '../../../platform/net/ip-list.ts'
import { type Remark, remark } from '../report.ts'
import type { Row } from '../source/reader.ts'
import type { Kind } from '../source/recognise.ts'
import { flag, integer, parseObject, text, trimmed } from './row.ts'

export const TOKEN_COLUMNS = names(`
  user_id key status name created_time accessed_time expired_time remain_quota unlimited_quota used_quota models
  subnet model_limits_enabled model_limits allow_ips group backup_group deleted_at setting
`)

/** A token as it will be here, with its key in clear. */
export interface MappedToken {
  sourceId: number
  owner: number
  key: string
  status: number
  name: string
  created_time: number
  accessed_time: number
  expired_time: number
  remain_quota: number
  unlimited_quota: number
  model_limits_enabled: number
  model_limits: string
  allow_ips: string
  group: string
  deleted_at: string | null
  remarks: Remark[]
}

interface Restrictions {
  /** undefined = all models. */
  models: string[] | undefined
  /** Entries of the list of addresses; empty = from everywhere. */
  ips: string[]
  /** The restrictions could not be read. */
  unreadable?: boolean
}

const STATUSES: readonly number[] = Object.values(TOKEN_STATUS)

/** A restriction that cannot be expressed disables the token: it never comes out with fewer restrictions. */
export function mapToken(row: Row, kind: Kind): MappedToken {
  const name = text(row, 'name')
  const sourceId = integer(row, 'id')
  const about = name || `#${sourceId}`
  const remarks: Remark[] = []
  const { models, ips, unreadable } = restrictionsOf(row, kind)
  const readable = ips.filter((entry) => !ipListProblem(entry))
  const blocked = unreadable || (ips.length > 0 && readable.length === 0)
  if (unreadable) remarks.push(remark('token_limits_disabled', about))
  else if (blocked) remarks.push(remark('token_ips_disabled', about))
  else if (readable.length < ips.length) remarks.push(remark('token_ips_dropped', about))
  const status = integer(row, 'status', 1)
  const known = STATUSES.includes(status) ? status : TOKEN_STATUS.disabled
  const unlimited = flag(row, 'unlimited_quota')
  const rest = integer(row, 'remain_quota')
  if (unlimited && rest < 0) remarks.push(remark('token_quota_zero', about))
  if (text(row, 'backup_group')) remarks.push(remark('token_backup_group', about))
  const group = text(row, 'group').trim()
  return {
    sourceId,
    owner: integer(row, 'user_id'),
    key: trimmed(row, 'key').replace(/^sk-/, ''),
    status: blocked && known === TOKEN_STATUS.enabled ? TOKEN_STATUS.disabled : known,
    name,
    created_time: integer(row, 'created_time'),
    accessed_time: integer(row, 'accessed_time'),
    expired_time: integer(row, 'expired_time', -1),
    remain_quota: unlimited ? Math.max(0, rest) : rest,
    unlimited_quota: Number(unlimited),
    model_limits_enabled: Number(models !== undefined),
    model_limits: (models ?? []).join(','),
    // What cannot be read is kept for whoever enables the token again.
    allow_ips: (blocked ? ips : readable).join('\n'),
    group,
    deleted_at: text(row, 'deleted_at') || null,
    remarks,
  }
}

function restrictionsOf(row: Row, kind: Kind): Restrictions {
  if (kind === 'one-hub') return oneHubRestrictions(text(row, 'setting'))
  if (kind === 'one-api') {
    const models = commaList(text(row, 'models'))
    return { models: models.length > 0 ? models : undefined, ips: entriesOf(text(row, 'subnet')) }
  }
  const limited = flag(row, 'model_limits_enabled')
  return {
    models: limited ? commaList(text(row, 'model_limits')) : undefined,
    ips: entriesOf(text(row, 'allow_ips')),
  }
}

const entriesOf = (list: string) => list.split(/[\s,;，]+/).filter(Boolean)

function oneHubRestrictions(setting: string): Restrictions {
  if (setting === '' || setting === 'null') return { models: undefined, ips: [] }
  const parsed = parseObject(setting)
  if (Object.keys(parsed).length === 0 && setting.trim() !== '{}') return { models: [], ips: [], unreadable: true }
  const limits = recordOf(parsed.limits)
  const model = recordOf(limits.limit_model_setting)
  const address = recordOf(limits.limits_ip_setting)
  return {
    models: model.enabled === true ? textsOf(model.models) : undefined,
    ips: address.enabled === true ? textsOf(address.whitelist).flatMap(entriesOf) : [],
    // A list of no addresses at all would be read as no limit here.
    unreadable: address.enabled === true && textsOf(address.whitelist).length === 0,
  }
}

const recordOf = (value: unknown) =>
  (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>
const textsOf = (value: unknown) =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string' && one.trim() !== '') : []
