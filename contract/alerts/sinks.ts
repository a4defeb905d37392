/** The services that alerts are sent to, as data: the settings of each. Pages build their forms from it. */

/** A setting of a sink. Secrets are encrypted, and no reply contains them. */
export interface SinkField {
  kind: 'url' | 'text' | 'addresses'
  secret?: true
  optional?: true
  default?: string
}

const hook = { kind: 'url', secret: true } as const
const signingKey = { kind: 'text', secret: true, optional: true } as const

export const SINK_KINDS = {
  /** Without addresses: all super administrators who have one. */
  mail: { to: { kind: 'addresses', optional: true } },
  webhook: { url: hook, secret: signingKey },
  slack: { url: hook },
  discord: { url: hook },
  telegram: {
    bot_token: { kind: 'text', secret: true },
    chat_id: { kind: 'text' },
    server: { kind: 'url', optional: true, default: 'https://api.telegram.org' },
  },
  /** Lark as well: its addresses differ, its messages do not. */
  feishu: { url: hook, secret: signingKey },
  dingtalk: { url: hook, secret: signingKey },
  wecom: { url: hook },
  bark: {
    device_key: { kind: 'text', secret: true },
    server: { kind: 'url', optional: true, default: 'https://api.day.app' },
  },
  ntfy: {
    topic: { kind: 'text' },
    token: { kind: 'text', secret: true, optional: true },
    server: { kind: 'url', optional: true, default: 'https://ntfy.sh' },
  },
} as const satisfies Record<string, Record<string, SinkField>>

export type SinkKind = keyof typeof SINK_KINDS
/** What readers call each kind. */
export const SINK_NAMES: Readonly<Record<SinkKind, Record<'zh' | 'en', string>>> = {
  mail: { zh: '邮件', en: 'Mail' },
  webhook: { zh: 'Webhook', en: 'Webhook' },
  slack: { zh: 'Slack', en: 'Slack' },
  discord: { zh: 'Discord', en: 'Discord' },
  telegram: { zh: 'Telegram', en: 'Telegram' },
  feishu: { zh: '飞书', en: 'Feishu / Lark' },
  dingtalk: { zh: '钉钉', en: 'DingTalk' },
  wecom: { zh: '企业微信', en: 'WeCom' },
  bark: { zh: 'Bark', en: 'Bark' },
  ntfy: { zh: 'ntfy', en: 'ntfy' },
}
export const SINK_KIND_NAMES = Object.keys(SINK_KINDS) as SinkKind[]
/** The kinds that users may have for themselves. */
export const OWN_SINK_KINDS = ['mail', 'webhook', 'telegram', 'bark', 'ntfy'] as const satisfies readonly SinkKind[]
/** All settings of a sink by name. */
export type SinkSettings = Readonly<Record<string, string>>

export const MAX_SINK_TEXT = 2000

/** Returns the settings of a kind by name. */
export const fieldsOf = (kind: SinkKind): [string, SinkField][] => Object.entries(SINK_KINDS[kind])

/** Returns the name of the first setting that is missing, malformed or unknown; undefined = all are right. */
export function findWrongSetting(kind: SinkKind, settings: SinkSettings): string | undefined {
  const known: Record<string, SinkField> = SINK_KINDS[kind]
  const stranger = Object.keys(settings).find((name) => !Object.hasOwn(known, name))
  return stranger ?? fieldsOf(kind).find(([name, field]) => !fits(field, settings[name] ?? ''))?.[0]
}

function fits({ kind, optional }: SinkField, value: string): boolean {
  if (value === '') return optional === true
  if (value.length > MAX_SINK_TEXT || /[\r\n\0]/.test(value)) return false
  if (kind === 'addresses') return addressesOf(value).every((address) => /^[^\s@,<>]+@[^\s@,<>]+$/.test(address))
  return kind === 'text' || isHttpUrl(value)
}

/** Splits a list of mail addresses. */
export const addressesOf = (text: string) => text.split(/[\s,;，；]+/).filter(Boolean)

function isHttpUrl(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return (url?.protocol === 'https:' || url?.protocol === 'http:') && !url.username && !url.password
}

/** Whether a text is a time of day, or "" for none. */
export const isTimeOfDay = (text: string) => text === '' || /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text)
