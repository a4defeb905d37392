import type { ChannelPatch } from '#contract/api/channel-batch.ts'
import { type Channel, PLACE_MAX, PRIORITY_MIN } from '#contract/api/channels.ts'
import type { Limits } from '#contract/limits.ts'

/** The fields that can be written to many channels, in display order. */
export const FIELDS = ['priority', 'weight', 'group', 'models', 'auto_ban', 'limits'] as const
export type FieldName = (typeof FIELDS)[number]

/** The operations on a list of names. */
export const LIST_ACTS = ['add', 'remove', 'set'] as const
export interface ListDraft {
  act: (typeof LIST_ACTS)[number]
  names: readonly string[]
}

/** The planned change for many channels: values of all fields, of which only those in `on` are applied. */
export interface Draft {
  on: ReadonlySet<FieldName>
  /** `null` = none, NaN = the typed text is not a number. */
  priority: number | null
  weight: number | null
  group: ListDraft
  models: ListDraft
  auto_ban: boolean
  /** `add`: limits that are not named stay; null = none. */
  limits: { act: 'add' | 'set'; value: Limits | null }
}

export const BOUNDS = { priority: { min: PRIORITY_MIN, max: PLACE_MAX }, weight: { min: 0, max: PLACE_MAX } }

/** Returns a draft with nothing switched on. Numbers shared by all channels are filled in. */
export function newDraft(channels: readonly Channel[]): Draft {
  const shared = (field: 'priority' | 'weight') => {
    const values = new Set(channels.map((channel) => channel[field]))
    return values.size === 1 ? ([...values][0] ?? null) : null
  }
  return {
    on: new Set(),
    priority: shared('priority'),
    weight: shared('weight'),
    group: { act: 'add', names: [] },
    models: { act: 'add', names: [] },
    auto_ban: channels.every(({ auto_ban }) => auto_ban !== 0),
    limits: { act: 'add', value: null },
  }
}

/** Returns the draft with the values of a channel. Its lists replace those of the other channels. */
export function draftLike(draft: Draft, channel: Channel): Draft {
  const { priority, weight, group, models, auto_ban, limits } = channel
  return {
    on: draft.on,
    priority,
    weight,
    group: { act: 'set', names: namesIn(group) },
    models: { act: 'set', names: namesIn(models) },
    auto_ban: auto_ban !== 0,
    limits: { act: 'set', value: limits },
  }
}

export const namesIn = (list: string) => list.split(',').filter(Boolean)

/** Returns the switched-on fields without a valid value. */
export function incomplete(draft: Draft): FieldName[] {
  return FIELDS.filter((field) => draft.on.has(field) && !isComplete(draft, field))
}

function isComplete(draft: Draft, field: FieldName): boolean {
  if (field === 'auto_ban') return true
  if (field === 'limits') return draft.limits.act === 'set' || draft.limits.value !== null
  if (field === 'group' || field === 'models') return draft[field].names.length > 0
  const value = draft[field]
  const { min, max } = BOUNDS[field]
  return value !== null && Number.isInteger(value) && value >= min && value <= max
}

/** Returns the request body for the server. */
export function patchOf(draft: Draft): ChannelPatch {
  const { on, priority, weight, group, models, auto_ban, limits } = draft
  return {
    ...(on.has('priority') && priority !== null && { priority }),
    ...(on.has('weight') && weight !== null && { weight }),
    ...(on.has('auto_ban') && { auto_ban: Number(auto_ban) }),
    ...(on.has('group') && listPatch('group', group)),
    ...(on.has('models') && listPatch('models', models)),
    ...(on.has('limits') && limitsPatch(limits)),
  }
}

function limitsPatch({ act, value }: Draft['limits']): ChannelPatch {
  if (act === 'set') return { limits: value }
  return value ? { limits_add: value } : {}
}

function listPatch(list: 'group' | 'models', { act, names }: ListDraft): ChannelPatch {
  return { [act === 'set' ? list : `${list}_${act}`]: names.join(',') }
}
