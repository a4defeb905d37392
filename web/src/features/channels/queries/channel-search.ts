import { CHANNEL_STATUS } from '#contract/statuses.ts'
import type { ListSpec, ListState } from '#web/ui/table/search/list-search.ts'
import { integer, oneOf, text } from '#web/ui/table/search/list-search.ts'

// The router loads this file before any page: its imports are downloaded with every page.

export const SORTS = [
  'id',
  'name',
  'type',
  'status',
  'response_time',
  'used_quota',
  'balance',
  'priority',
  'weight',
] as const

/** The channels disabled automatically whose account has no money. */
export const NO_CREDIT = 'no-credit'

/** The statuses offered as filters, in display order. */
export const STATUSES = [
  CHANNEL_STATUS.enabled,
  CHANNEL_STATUS.disabled,
  CHANNEL_STATUS.autoDisabled,
  NO_CREDIT,
] as const

/** The search parameters of the channel list's URL. A key pasted as keyword is kept out of the URL. */
export const channelList = {
  filters: {
    keyword: text({ secret: isKeyLike }),
    model: text(),
    group: text(),
    status: oneOf(STATUSES),
    type: integer({ min: 1 }),
    test: oneOf(['failed']),
  },
  sorts: SORTS,
} satisfies ListSpec

export type ChannelListState = ListState<(typeof channelList)['filters']>

const KEY_LIKE = /^(?:sk|AIza|gsk|xai|key)[-_]?\S{8,}$|^(?!(?:id|type|status|group|model|test):)[\x21-\x7e]{24,}$/

/**
 * Returns whether a search text has a word that may be a pasted key: a known prefix, or too long and dense for
 * a name.
 */
export function isKeyLike(text: string): boolean {
  return text.split(/\s+/).some((word) => KEY_LIKE.test(word))
}
