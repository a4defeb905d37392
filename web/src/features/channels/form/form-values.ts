import { CHANNEL_NAME_MAX, type Channel } from '#contract/api/channels.ts'
import { channelType, channelTypes } from '#contract/channel-types/all.ts'
import type { ChannelType } from '#contract/channel-types/channel-type.ts'
import { commaList } from '#contract/comma-list.ts'
import { DEFAULT_GROUP } from '#contract/groups.ts'
import type { Limits } from '#contract/limits.ts'
import { newSettings, readSettings, type SettingValues } from './settings-text.ts'

/**
 * A channel as form values: lists as arrays, settings as single fields, and whether `key` is one key per line and what these become.
 */
export interface ChannelFormValues extends SettingValues {
  type: string
  name: string
  key: string
  batch: boolean
  /** The keys of a batch become one channel that uses all of them, instead of a channel each. */
  pool: boolean
  base_url: string
  openai_organization: string
  /** The type-specific value: a version, an account, a plugin. */
  other: string
  models: string[]
  group: string[]
  priority: number
  weight: number
  auto_ban: boolean
  test_model: string
  model_mapping: string
  status_code_mapping: string
  /** The stored JSON text, kept for entries without a form field. */
  settings: string
  /** JSON text of a BuyPrice; "" = list prices. */
  buy_price: string
  limits: Limits | null
}

export const newChannel: ChannelFormValues = {
  ...newSettings,
  type: String(channelTypes[0]!.id),
  name: '',
  key: '',
  batch: false,
  pool: false,
  base_url: '',
  openai_organization: '',
  other: '',
  models: [],
  group: [DEFAULT_GROUP],
  priority: 0,
  weight: 0,
  auto_ban: true,
  test_model: '',
  model_mapping: '',
  status_code_mapping: '',
  settings: '',
  buy_price: '',
  limits: null,
}

/** Returns the type of a form. An unknown type is edited like the first one. */
export const typeOf = (id: string | number): ChannelType => channelType(Number(id)) ?? channelTypes[0]!

export function valuesOfChannel(channel: Channel): ChannelFormValues {
  const { name, base_url, openai_organization, other, priority, weight, test_model } = channel
  const { model_mapping, status_code_mapping, settings, buy_price, limits } = channel
  return {
    ...readSettings(settings),
    ...{ name, base_url, openai_organization, other, priority, weight, test_model },
    ...{ model_mapping, status_code_mapping, settings, buy_price, limits },
    type: String(channel.type),
    key: '',
    batch: false,
    pool: false,
    models: commaList(channel.models),
    group: commaList(channel.group),
    auto_ban: channel.auto_ban !== 0,
  }
}

/** Returns the values of a copy: everything but the key, which is readable only by the server. */
export const valuesOfCopy = (channel: Channel, suffix: string): ChannelFormValues => ({
  ...valuesOfChannel(channel),
  name: channel.name.slice(0, CHANNEL_NAME_MAX - suffix.length) + suffix,
})
