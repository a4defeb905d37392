import { names } from '#contract/name-list.ts'
import { MAX_QUOTA } from '#contract/quota.ts'
import { USER_STATUS } from '#contract/statuses.ts'
import { type Remark, remark } from '../report.ts'
import type { Row } from '../source/reader.ts'
import type { Recognised } from '../source/recognise.ts'
import { flag, integer, text, trimmed } from './row.ts'

/** `linuxdo_id` is done-hub's name of `linux_do_id`. */
export const USER_COLUMNS = names(`
  username password display_name role status email github_id github_id_new wechat_id telegram_id linux_do_id
  linuxdo_id oidc_id discord_id lark_id access_token quota used_quota request_count group aff_code aff_count aff_quota
  aff_history inviter_id created_time created_at deleted_at remark setting avatar_url
`)

/** A user as it will be here. The access token is still the text, and the inviter the id there. */
export interface MappedUser {
  sourceId: number
  username: string
  password: string
  display_name: string
  role: number
  status: number
  email: string
  github_id: string
  wechat_id: string
  telegram_id: string
  linux_do_id: string
  oidc_id: string
  accessToken: string
  group: string
  aff_code: string
  inviter: number
  created_time: number
  deleted_at: string | null
  money: UserMoney
  identities: MappedIdentity[]
  remarks: Remark[]
  identityRemarks: Remark[]
}

/** Amounts that go on changing there: a later run adds the difference. */
export interface UserMoney {
  quota: number
  aff_count: number
  aff_quota: number
  aff_history: number
}

export interface MappedIdentity {
  provider: string
  subject: string
  shown: string
}

/** What the users of a database have in common. */
export interface UserFacts extends Pick<Recognised, 'kind' | 'modern'> {
  /** The issuer of OpenID subjects; undefined = not known. */
  oidcIssuer: string | undefined
}

const ONE_API_DELETED = 3
const ROLES: readonly number[] = [1, 10, 100]

export function mapUser(row: Row, facts: UserFacts): MappedUser {
  const username = text(row, 'username')
  const remarks: Remark[] = []
  const bounded = (name: string) => {
    const value = integer(row, name)
    if (Math.abs(value) <= MAX_QUOTA) return value
    remarks.push(remark('quota_bounded', username))
    return Math.sign(value) * MAX_QUOTA
  }
  const removed = facts.kind === 'one-api' && integer(row, 'status') === ONE_API_DELETED
  const deleted_at = text(row, 'deleted_at') || (removed ? new Date(0).toISOString() : null)
  if (deleted_at !== null) remarks.push(remark('user_deleted', username))
  else if (text(row, 'password') === '') remarks.push(remark('user_no_password', username))
  if (text(row, 'remark') || text(row, 'avatar_url')) remarks.push(remark('user_setting_lost', username))
  const role = integer(row, 'role', 1)
  return {
    sourceId: integer(row, 'id'),
    username,
    password: trimmed(row, 'password'),
    display_name: text(row, 'display_name'),
    role: ROLES.includes(role) ? role : 1,
    status: integer(row, 'status', 1) === USER_STATUS.enabled ? USER_STATUS.enabled : USER_STATUS.disabled,
    email: text(row, 'email').trim(),
    github_id: text(row, 'github_id'),
    wechat_id: text(row, 'wechat_id'),
    telegram_id: idText(row, 'telegram_id'),
    linux_do_id: linuxDoId(row),
    oidc_id: text(row, 'oidc_id'),
    accessToken: trimmed(row, 'access_token'),
    group: text(row, 'group').trim() || 'default',
    aff_code: text(row, 'aff_code').trim(),
    inviter: integer(row, 'inviter_id'),
    created_time: integer(row, 'created_time') || integer(row, 'created_at'),
    deleted_at,
    money: {
      quota: bounded('quota'),
      aff_count: integer(row, 'aff_count'),
      aff_quota: bounded('aff_quota'),
      aff_history: bounded('aff_history'),
    },
    remarks,
    // An account at a provider of a deleted user is free for another one.
    ...(deleted_at === null ? identitiesOf(row, facts, username) : { identities: [], identityRemarks: [] }),
  }
}

/** Numbers are ids in some versions and texts in others; 0 stands for none. */
function idText(row: Row, name: string): string {
  const id = text(row, name).trim()
  return id === '0' ? '' : id
}

const linuxDoId = (row: Row): string => idText(row, 'linux_do_id') || idText(row, 'linuxdo_id')

function identitiesOf(row: Row, facts: UserFacts, username: string) {
  const identities: MappedIdentity[] = []
  const identityRemarks: Remark[] = []
  const add = (provider: string, subject: string, shown = subject) => {
    if (subject) identities.push({ provider, subject, shown })
  }
  const github = githubId(row, facts)
  add('github', github, text(row, 'github_id') || github)
  if (!github && text(row, 'github_id')) identityRemarks.push(remark('github_name', username))
  add('wechat', text(row, 'wechat_id').trim())
  add('telegram', idText(row, 'telegram_id'))
  add('linuxdo', linuxDoId(row))
  add('discord', text(row, 'discord_id').trim())
  const oidc = text(row, 'oidc_id').trim()
  if (oidc && facts.oidcIssuer) add('oidc', `${facts.oidcIssuer} ${oidc}`, oidc)
  else if (oidc) identityRemarks.push(remark('oidc_issuer', username))
  if (text(row, 'lark_id')) identityRemarks.push(remark('lark_lost', username))
  return { identities, identityRemarks }
}

/**
 * The number that GitHub gives an account. A login name may consist of digits too and can be given up to another
 * person, so digits count only where the program is known to store numbers.
 */
function githubId(row: Row, { kind, modern }: UserFacts): string {
  if (kind === 'one-hub') return idText(row, 'github_id_new')
  const id = text(row, 'github_id').trim()
  return kind === 'new-api' && modern && /^\d{1,20}$/.test(id) ? id : ''
}

/** The issuer in the address of a discovery document; undefined = not in the usual form. */
export function issuerOf(wellKnown: string): string | undefined {
  return /^(https?:\/\/\S+?)\/*\.well-known\/openid-configuration$/.exec(wellKnown.trim())?.[1]?.replace(/\/+$/, '')
}

/** Whether a flag column of two-factor tables is set. */
export const isEnabled = (row: Row) => flag(row, 'is_enabled')
