import * as z from 'zod/mini'
import { commaList } from '../comma-list.ts'
import type { ErrorCode } from '../errors.ts'
import { batchIds, dryRun, statusOutcome } from './batch.ts'
import { PLACE_MAX, PRIORITY_MIN } from './channels.ts'
import { endpoint } from './endpoint.ts'

/** Fields of many channels at once, with a preview, and the way back. */

/** Integer. */
const whole = (min: number, max: number) => z.optional(z.number().check(z.int(), z.gte(min), z.lte(max)))
/** A comma list of names; `missing` refuses one without any. */
const names = (max: number, missing: ErrorCode) =>
  z.optional(
    z.string().check(
      z.maxLength(max),
      z.refine((text) => commaList(text).length > 0, missing),
    ),
  )
const groupNames = names(64_000, 'channel_groups_required')
const modelNames = names(200_000, 'channel_models_required')

/** Under the names of the channel; a list may also gain and lose names. */
const fields = z.strictObject(
  {
    priority: whole(PRIORITY_MIN, PLACE_MAX),
    weight: whole(0, PLACE_MAX),
    auto_ban: whole(0, 1),
    group: groupNames,
    group_add: groupNames,
    group_remove: groupNames,
    models: modelNames,
    models_add: modelNames,
    models_remove: modelNames,
  },
  { error: ({ code }) => (code === 'unrecognized_keys' ? 'channel_patch_unknown' : undefined) },
)

/**
 * What to write, the same for every channel; absent fields stay as they are. A list is replaced, or it loses and gains
 * names. An unknown field is refused: what is misspelt would change nothing, unnoticed.
 */
export const channelPatch = fields.check(
  z.refine((patch) => Object.values(patch).some((value) => value !== undefined), 'channel_patch_empty'),
  z.refine((patch) => isClear(patch, 'group') && isClear(patch, 'models'), 'channel_patch_unclear'),
)
export type ChannelPatch = z.infer<typeof fields>

/** Whether a list is not to be two things at once. */
function isClear(patch: ChannelPatch, list: 'group' | 'models'): boolean {
  const { [list]: all, [`${list}_add` as const]: more = '', [`${list}_remove` as const]: fewer = '' } = patch
  if (all !== undefined && (more || fewer)) return false
  const added = new Set(commaList(more))
  return !commaList(fewer).some((name) => added.has(name))
}

const code = whole(0, 2_147_483_647)
const text = z._default(z.string().check(z.maxLength(200), z.trim()), '')

/** The filters of the list. An unknown one is refused: without it every channel would match. */
export const channelScope = z.strictObject({
  keyword: text,
  model: text,
  group: text,
  status: code,
  type: code,
  test: z.optional(z.enum(['failed'])),
})
export type ChannelScope = z.infer<typeof channelScope>

/** The fields that a patch can write, as the channel has them. */
export const patchedFields = z.object({
  priority: z.optional(z.number()),
  weight: z.optional(z.number()),
  auto_ban: z.optional(z.number()),
  group: z.optional(z.string()),
  models: z.optional(z.string()),
})
export type PatchedFields = z.infer<typeof patchedFields>

/** One channel that changes. */
export const channelChange = z.object({
  id: z.number(),
  name: z.string(),
  /** Only the fields that change; comma lists whole and in their order. */
  before: patchedFields,
  after: patchedFields,
})
export type ChannelChange = z.infer<typeof channelChange>

export const patchOutcome = z.object({
  /** Names this change, to take it back; "" when nothing was stored. */
  change: z.string(),
  changed: z.array(channelChange),
  /** Those that have these values already. */
  unchanged: z.array(z.object({ id: z.number(), name: z.string() })),
  /** Those that stay as they are, and why, in the reader's language. */
  refused: statusOutcome.shape.refused,
  /** Models that some group could use before and has no enabled channel for afterwards. */
  unserved: z.array(z.string()),
})
export type PatchOutcome = z.infer<typeof patchOutcome>

export const patchChannels = endpoint({
  method: 'POST',
  path: '/api/channel/batch/update',
  access: 'admin',
  summary:
    'Write the same fields to the channels with these `ids`, or to all that match `filter`: all of it or nothing; with `dry_run` only say what that would change',
  body: z
    .object({
      ids: z.optional(batchIds('channel_scope_size')),
      filter: z.optional(channelScope),
      patch: channelPatch,
      dry_run: dryRun,
    })
    .check(
      z.refine(({ ids, filter }) => (ids === undefined) !== (filter === undefined), {
        path: ['ids'],
        message: 'channel_scope_unclear',
      }),
    ),
  reply: patchOutcome,
})

export const undoChannelPatch = endpoint({
  method: 'POST',
  path: '/api/channel/batch/undo',
  access: 'admin',
  summary:
    'Give channels the values from before a change of many, all in one step; those that were changed again since stay as they are',
  body: z.object({
    /** As the reply to that change said. */
    change: z.string().check(z.minLength(1), z.maxLength(100)),
    ids: batchIds('channel_scope_size'),
  }),
  reply: patchOutcome,
})
