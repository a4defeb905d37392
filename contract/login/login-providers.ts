/**
 * Every login provider as data. Options, status flags, reply fields, settings, login page and account bindings are
 * generated from it; `server/people/identity/<id>.ts` has the calls to the provider.
 */

import { DEFAULT_GROUPS_CLAIM, DEFAULT_SCOPES, isOidcProviderName, type OidcProviderName } from './oidc-providers.ts'

interface ProviderOption {
  kind: 'text' | 'url'
  default?: string
  secret?: true
}

interface Texts {
  zh: string
  en: string
}

export interface LoginProviderSpec {
  /** The provider's name. `user_identities.provider`, paths and option sections have the key of the entry. */
  label: Texts
  /** Texts of this API family that differ from the label in the usual sentence. */
  texts?: {
    /** The line in the system status. */
    status?: Texts
    /** The line among the own bindings. */
    binding?: Texts
    /** The line among a user's bound accounts. */
    bound?: Texts
  }
  /** `code`: the browser visits the provider and returns with a code. The others have dialogs of their own. */
  kind: 'code' | 'wechat' | 'telegram'
  /** The option that turns the provider on. */
  switch: string
  options: Readonly<Record<string, ProviderOption>>
  /** Options that need a value before the switch can be turned on. */
  required: readonly string[]
  /** The flag of `/api/status`. */
  flag: string
  /** Field of `/api/status` → the option that it shows. */
  status: Readonly<Record<string, string>>
  /** The field of a user in replies. */
  userField: string
  /** Places that this API family gives it; absent = behind those that have one, in the order of the data. */
  places?: { accounts: number; bindings: number }
  /** Background of its letter mark; white on it is readable. */
  colour: string
  /** The provider belongs to the site: account pages do not mention it while it is off. */
  optional?: true
}

const TEXT = { kind: 'text' } as const
const SECRET = { kind: 'text', secret: true } as const
const ADDRESS = { kind: 'url' } as const

export const loginProviders = {
  github: {
    label: { zh: 'GitHub', en: 'GitHub' },
    colour: '#24292f',
    places: { accounts: 1, bindings: 2 },
    kind: 'code',
    switch: 'GitHubOAuthEnabled',
    options: { GitHubClientId: TEXT, GitHubClientSecret: SECRET },
    required: ['GitHubClientId', 'GitHubClientSecret'],
    flag: 'github_oauth',
    status: { github_client_id: 'GitHubClientId' },
    userField: 'github_id',
  },
  linuxdo: {
    label: { zh: 'Linux DO', en: 'Linux DO' },
    colour: '#a16207',
    places: { accounts: 4, bindings: 4 },
    texts: {
      binding: { zh: 'LinuxDO', en: 'LinuxDO' },
      bound: { zh: '已绑定的 LINUX DO 账户', en: 'Linked LINUX DO account' },
    },
    kind: 'code',
    switch: 'LinuxDOOAuthEnabled',
    options: { LinuxDOClientId: TEXT, LinuxDOClientSecret: SECRET },
    required: ['LinuxDOClientId', 'LinuxDOClientSecret'],
    flag: 'linuxdo_oauth',
    status: { linuxdo_client_id: 'LinuxDOClientId' },
    userField: 'linux_do_id',
  },
  wechat: {
    label: { zh: '微信', en: 'WeChat' },
    colour: '#07883f',
    places: { accounts: 2, bindings: 1 },
    texts: {
      status: { zh: '微信身份验证', en: 'WeChat login' },
      bound: { zh: '已绑定的微信账户', en: 'Linked WeChat account' },
    },
    kind: 'wechat',
    switch: 'WeChatAuthEnabled',
    options: { WeChatServerAddress: ADDRESS, WeChatServerToken: SECRET, WeChatAccountQRCodeImageURL: ADDRESS },
    required: ['WeChatServerAddress', 'WeChatServerToken'],
    flag: 'wechat_login',
    status: { wechat_qrcode: 'WeChatAccountQRCodeImageURL' },
    userField: 'wechat_id',
  },
  telegram: {
    label: { zh: 'Telegram', en: 'Telegram' },
    colour: '#1b78b3',
    places: { accounts: 3, bindings: 3 },
    texts: { bound: { zh: '已绑定的Telegram账户', en: 'Linked Telegram account' } },
    kind: 'telegram',
    switch: 'TelegramOAuthEnabled',
    options: { TelegramBotToken: SECRET, TelegramBotName: TEXT },
    required: ['TelegramBotToken', 'TelegramBotName'],
    flag: 'telegram_oauth',
    status: { telegram_bot_name: 'TelegramBotName' },
    userField: 'telegram_id',
  },
  oidc: {
    label: { zh: 'OpenID Connect', en: 'OpenID Connect' },
    colour: '#b45309',
    texts: { bound: { zh: '已绑定的 OIDC 账户', en: 'Linked OIDC account' } },
    kind: 'code',
    switch: 'OIDCEnabled',
    options: {
      OIDCIssuer: ADDRESS,
      OIDCClientId: TEXT,
      OIDCClientSecret: SECRET,
      OIDCDisplayName: { kind: 'text', default: 'OpenID Connect' },
      OIDCScopes: { kind: 'text', default: DEFAULT_SCOPES },
      OIDCGroupRules: TEXT,
      OIDCGroupsClaim: { kind: 'text', default: DEFAULT_GROUPS_CLAIM },
    },
    required: ['OIDCIssuer', 'OIDCClientId', 'OIDCClientSecret'],
    flag: 'oidc_oauth',
    status: { oidc_display_name: 'OIDCDisplayName' },
    userField: 'oidc_id',
    optional: true,
  },
  google: {
    label: { zh: 'Google', en: 'Google' },
    colour: '#1a66d6',
    kind: 'code',
    switch: 'GoogleOAuthEnabled',
    options: { GoogleClientId: TEXT, GoogleClientSecret: SECRET },
    required: ['GoogleClientId', 'GoogleClientSecret'],
    flag: 'google_oauth',
    status: {},
    userField: 'google_id',
    optional: true,
  },
  discord: {
    label: { zh: 'Discord', en: 'Discord' },
    colour: '#4752c4',
    kind: 'code',
    switch: 'DiscordOAuthEnabled',
    options: { DiscordClientId: TEXT, DiscordClientSecret: SECRET },
    required: ['DiscordClientId', 'DiscordClientSecret'],
    flag: 'discord_oauth',
    status: {},
    userField: 'discord_id',
    optional: true,
  },
} as const satisfies Record<string, LoginProviderSpec>

type Providers = typeof loginProviders
export type LoginProviderId = keyof Providers
type Spec = Providers[LoginProviderId]
export type CodeProviderName = {
  [Id in LoginProviderId]: Providers[Id]['kind'] extends 'code' ? Id : never
}[LoginProviderId]
export type LoginSwitch = Spec['switch']
export type LoginFlag = Spec['flag']
export type LoginUserField = Spec['userField']
type KeysOf<T> = T extends unknown ? keyof T : never
type StatusField = KeysOf<Spec['status']>

/** Merges the members of a union: `{a} | {b}` → `{a} & {b}`. */
type Merge<U> = (U extends unknown ? (member: U) => void : never) extends (merged: infer M) => void ? M : never
type Options = Merge<Spec['options']>

export const LOGIN_PROVIDERS = Object.keys(loginProviders) as LoginProviderId[]

/** Returns the entry of a provider with the general type. */
export const providerSpec = (id: LoginProviderId): LoginProviderSpec & Pick<Spec, 'switch' | 'flag' | 'userField'> =>
  loginProviders[id]

/** Lists the providers in the order of a list of this API family: accounts of a user, or own bindings. */
export function providersIn(list: 'accounts' | 'bindings'): LoginProviderId[] {
  const placeOf = (id: LoginProviderId) => providerSpec(id).places?.[list] ?? Number.POSITIVE_INFINITY
  const compare = (a: number, b: number) => (a === b ? 0 : a - b)
  return LOGIN_PROVIDERS.toSorted((a, b) => compare(placeOf(a), placeOf(b)))
}

/** Providers to which the browser is sent and from which it returns with a code. */
export const CODE_PROVIDERS = LOGIN_PROVIDERS.filter((id) => loginProviders[id].kind === 'code') as [
  CodeProviderName,
  ...CodeProviderName[],
]

/** A provider with a code: one of the data, or one that the operator lists. */
export type CodeProviderId = CodeProviderName | OidcProviderName

export const isCodeProvider = (id: string): id is CodeProviderId =>
  CODE_PROVIDERS.some((known) => known === id) || isOidcProviderName(id)

/** Builds a record with an entry of each provider. */
function recordOf<K extends string, V>(entries: (id: LoginProviderId) => readonly (readonly [K, V])[]): Record<K, V> {
  return Object.fromEntries(LOGIN_PROVIDERS.flatMap(entries)) as Record<K, V>
}

/** Returns a value for the user field of each provider. */
export const userFields = <V>(toValue: (id: LoginProviderId) => V): Record<LoginUserField, V> =>
  recordOf((id) => [[loginProviders[id].userField, toValue(id)]])

/** Returns a value for the switch of each provider. */
export const loginSwitches = <V>(toValue: (id: LoginProviderId) => V): Record<LoginSwitch, V> =>
  recordOf((id) => [[loginProviders[id].switch, toValue(id)]])

/** Returns a value for the `/api/status` flag of each provider. */
export const loginFlags = <V>(toValue: (id: LoginProviderId) => V): Record<LoginFlag, V> =>
  recordOf((id) => [[loginProviders[id].flag, toValue(id)]])

/** Returns a value for each field of `/api/status` that shows an option. */
export const loginStatus = <V>(toValue: (option: keyof Options) => V): Record<StatusField, V> =>
  recordOf((id) =>
    Object.entries(loginProviders[id].status).map(
      ([field, option]) => [field as StatusField, toValue(option as keyof Options)] as const,
    ),
  )

export type LoginOptionSpecs = {
  [K in keyof Options]: (Options[K] extends { kind: 'url' } ? { kind: 'url' } : { kind: 'text'; max: number }) & {
    default: string
    tab: 'system'
    section: LoginProviderId
    secret?: true
  }
}

/** Returns the options of all providers, in sections named after the provider. */
export function loginOptions(maxLength: number): LoginOptionSpecs {
  const specs = recordOf((id) =>
    Object.entries(providerSpec(id).options).map(([key, { kind, default: fallback = '', secret }]) => {
      const place = { default: fallback, tab: 'system', section: id, ...(secret ? { secret } : {}) } as const
      return [key, kind === 'url' ? { kind, ...place } : { kind, max: maxLength, ...place }] as const
    }),
  )
  return specs as LoginOptionSpecs
}
