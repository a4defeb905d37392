import * as z from 'zod/mini'
import { type Channel, channelInput, channelSettings } from '#contract/api/channels.ts'
import { type ChannelType, channelType, channelTypes } from '#contract/channel-types.ts'
import { isWebAddress, tidyBaseUrl } from './base-url.ts'
import { isWholeKey, keysOfBatch } from './key-parts.ts'
import { isStatusMapping, isTextMapping } from './mappings.ts'
import { newSettings, readSettings, type SettingValues, writeSettings } from './settings-text.ts'

/** A channel as the form holds it: lists as lists, the settings one by one, and whether `key` is one key per line. */
export interface ChannelFormValues extends SettingValues {
  type: string
  name: string
  key: string
  batch: boolean
  base_url: string
  openai_organization: string
  models: string[]
  group: string[]
  priority: number
  weight: number
  auto_ban: boolean
  test_model: string
  model_mapping: string
  status_code_mapping: string
  /** The stored JSON text, for entries that the form has no field for. */
  settings: string
}

const DEFAULT_GROUP = 'default'

export const newChannel: ChannelFormValues = {
  ...newSettings,
  type: String(channelTypes[0]!.id),
  name: '',
  key: '',
  batch: false,
  base_url: '',
  openai_organization: '',
  models: [],
  group: [DEFAULT_GROUP],
  priority: 0,
  weight: 0,
  auto_ban: true,
  test_model: '',
  model_mapping: '',
  status_code_mapping: '',
  settings: '',
}

/** What a form knows of its type; one that this version does not have is edited like the first. */
export const typeOf = (id: string | number): ChannelType => channelType(Number(id)) ?? channelTypes[0]!

const listOf = (text: string) => text.split(',').filter(Boolean)

export function valuesOfChannel(channel: Channel): ChannelFormValues {
  const { name, base_url, openai_organization, priority, weight, test_model } = channel
  const { model_mapping, status_code_mapping, settings } = channel
  return {
    ...readSettings(settings),
    ...{ name, base_url, openai_organization, priority, weight, test_model },
    ...{ model_mapping, status_code_mapping, settings },
    type: String(channel.type),
    key: '',
    batch: false,
    models: listOf(channel.models),
    group: listOf(channel.group),
    auto_ban: channel.auto_ban !== 0,
  }
}

/** A copy starts with everything but the key, which nobody can read. */
export const valuesOfCopy = (channel: Channel, suffix: string): ChannelFormValues => ({
  ...valuesOfChannel(channel),
  name: channel.name + suffix,
})

// Judged by the schema below, so that all problems show at once.
const held = z.custom<ChannelFormValues>()

const required = (message: string) => z.string().check(z.trim(), z.minLength(1, message))
const checked = z.extend(z.object({ ...channelInput.shape, ...z.required(channelSettings).shape }), {
  batch: z.boolean(),
  name: required('channel_name_key_required'),
  models: required('channel_models_required'),
  group: required('channel_groups_required'),
  model_mapping: z.string().check(z.refine(isTextMapping, 'channel_mapping_invalid')),
  status_code_mapping: z.string().check(z.refine(isStatusMapping, 'channel_status_mapping_invalid')),
})

/** Form values to what the server is sent. Creating needs a key; an edit without one keeps the stored key. */
export function channelForm(purpose: 'create' | 'edit') {
  const whole = checked.check(
    // `when`: also while other fields have problems, so that all of them show.
    z.refine(
      ({ type, key = '', batch }) => {
        const format = channelType(type ?? 0)?.key
        const keys = batch ? keysOfBatch(key ?? '').keys : [key ?? '']
        if (purpose === 'edit' && key === '') return true
        return keys.length > 0 && keys.every((each) => (format ? isWholeKey(format, each) : each.trim() !== ''))
      },
      { path: ['key'], message: 'channel_name_key_required', when: () => true },
    ),
    z.refine(({ type, base_url }) => Boolean(base_url) || channelType(type ?? 0)?.fields.base_url === 'optional', {
      path: ['base_url'],
      message: 'channel_base_url_required',
      when: () => true,
    }),
    z.refine(({ base_url }) => !base_url || isWebAddress(base_url), {
      path: ['base_url'],
      message: 'channel_base_url_invalid',
      when: () => true,
    }),
  )
  return z.pipe(z.pipe(z.pipe(held, z.transform(candidateOf)), whole), z.transform(inputOf))
}

/** The wire's shape, not yet checked. */
function candidateOf(values: ChannelFormValues): z.input<typeof checked> {
  const type = Number(values.type)
  const rule = channelType(type)?.fields.base_url ?? 'optional'
  return {
    ...values,
    type,
    base_url: tidyBaseUrl(rule, values.base_url),
    models: values.models.join(','),
    group: values.group.join(','),
    auto_ban: values.auto_ban ? 1 : 0,
    // A hidden field cannot be corrected, so it must not be wrong either.
    drain_seconds: values.abort_policy === 'drain' ? values.drain_seconds : newSettings.drain_seconds,
  }
}

function inputOf(checkedValues: z.output<typeof checked>) {
  const { batch, abort_policy, drain_seconds, first_byte_timeout, idle_timeout, total_timeout, ...input } =
    checkedValues
  const settings = { abort_policy, drain_seconds, first_byte_timeout, idle_timeout, total_timeout }
  const key = batch ? keysOfBatch(input.key ?? '').keys.join('\n') : input.key?.trim()
  return { ...input, key, settings: writeSettings(settings, input.settings ?? '') }
}

export type ChannelFormOutput = z.output<ReturnType<typeof channelForm>>
