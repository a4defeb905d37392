import type { manageMultiKey } from '#contract/api/channel-keys.ts'
import type { Parsed, Reply } from '#contract/api/endpoint.ts'
import { KEY_STATUS } from '#contract/statuses.ts'
import type { Calls } from '../../calls/calls.ts'
import type { KeyPool } from '../../calls/key-pools/key-pool.ts'
import type { Author } from '../../platform/audits/write.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { Platform } from '../../platform/platform.ts'
import { changeKeys, type WhichKeys } from './change.ts'

type Input = Parsed<typeof manageMultiKey>['body']

const PAGE_SIZE = 50
const MAX_PAGE_SIZE = 1000

/** Manages the keys of a channel in the words of this API family, which names keys by their place among all. */
export async function manageKeys(
  services: Platform & Calls,
  by: Author,
  input: Input,
): Promise<Reply<typeof manageMultiKey>> {
  const pool = services.keyPools.of(input.channel_id)
  if (!pool)
    throw new ApiError(services.channels.byId(input.channel_id) ? 'channel_key_not_found' : 'channel_not_found')
  const change = (action: 'enable' | 'disable' | 'delete', which: WhichKeys) =>
    changeKeys(services, by, input.channel_id, action, which)
  switch (input.action) {
    case 'get_key_status':
      return keyStatuses(services, pool, input)
    case 'enable_key':
      await change('enable', { ids: [idAt(pool, input)] })
      return undefined
    case 'disable_key':
      await change('disable', { ids: [idAt(pool, input)] })
      return undefined
    case 'delete_key':
      await change('delete', { ids: [idAt(pool, input)] })
      return undefined
    case 'delete_disabled_keys':
      return change('delete', { state: 'stopped' })
    case 'enable_all_keys':
      await change('enable', {})
      return undefined
    case 'disable_all_keys':
      await change('disable', {})
      return undefined
  }
}

function idAt(pool: KeyPool, { key_index }: Input): number {
  const key = typeof key_index === 'number' ? pool.keys()[key_index] : undefined
  if (!key) throw new ApiError('channel_key_not_found')
  return key.id
}

async function keyStatuses(services: Platform, pool: KeyPool, { channel_id, page, page_size, status }: Input) {
  const all = pool.keys().map(({ id, stored }, index) => ({ id, index, status: stored.status }))
  const wanted = status ? all.filter((key) => key.status === status) : all
  const size = Math.min(MAX_PAGE_SIZE, Math.max(1, page_size ?? PAGE_SIZE))
  const total_pages = Math.max(1, Math.ceil(wanted.length / size))
  const shown = Math.min(total_pages, Math.max(1, page ?? 1))
  const some = wanted.slice((shown - 1) * size, shown * size)
  const rows = await services.store.db
    .selectFrom('channel_keys')
    .select(['id', 'mask', 'reason', 'changed_at'])
    .where('channel_id', '=', channel_id)
    .where('id', 'in', some.length > 0 ? some.map(({ id }) => id) : [0])
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  const count = (one: number) => all.filter((key) => key.status === one).length
  return {
    keys: some.map(({ id, index, status }) => ({
      index,
      status,
      disabled_time: status === KEY_STATUS.enabled ? 0 : (byId.get(id)?.changed_at ?? 0),
      reason: byId.get(id)?.reason ?? '',
      key_preview: byId.get(id)?.mask ?? '',
    })),
    total: wanted.length,
    page: shown,
    page_size: size,
    total_pages,
    enabled_count: count(KEY_STATUS.enabled),
    manual_disabled_count: count(KEY_STATUS.disabled),
    auto_disabled_count: count(KEY_STATUS.stopped),
  }
}
