import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Channel } from '#contract/api/channels.ts'
import { isOn } from '#web/features/channels/queries/channel-status.ts'
import { useNavEntries } from '#web/features/shell/nav.ts'
import type { Language } from '#web/lib/language.ts'
import { allows, useIsAdmin, useUser } from '#web/lib/session.ts'
import { type FoundRecords, recordsQuery } from './find-records.ts'
import { lookupOf } from './lookup.ts'
import { recordGroups } from './record-groups.ts'

/** Returns links to the records that match the typed text, and the state of the search. */
export function useRecords(typed: string) {
  const { t, i18n } = useTranslation('shell')
  const { t: words } = useTranslation('palette')
  const admin = useIsAdmin()
  const root = allows('root', useUser())
  const navigate = useNavigate()
  const client = useQueryClient()
  // Runs on after the palette closes, and still reports failures.
  const { mutate: attempt } = useMutation({ mutationFn: (run: () => Promise<unknown>) => run() })
  const pages = new Set(useNavEntries().map(({ name }) => name))
  const lookup = lookupOf(typed)
  const query = useQuery({ ...recordsQuery(lookup, { admin, root }), placeholderData: keepPreviousData })
  const switchChannel = (channel: Channel) =>
    attempt(async () => {
      const { switchSingleChannel } = await import('#web/features/channels/queries/switch-channel.ts')
      await switchSingleChannel(client, channel, !isOn(channel), attempt)
    })
  const groups = recordGroups((lookup && query.data) || NOTHING, {
    ...{ t, words, navigate, switchChannel },
    language: i18n.language as Language,
    requestId: lookup?.requestId,
    // Results of the previous text stay only where they also match this one.
    found: !query.isPlaceholderData,
  })
  return {
    groups: groups.filter(({ page }) => pages.has(page)),
    searching: lookup !== null && query.isFetching,
    error: lookup && !query.isFetching ? query.error : null,
    retry: () => void query.refetch(),
  }
}

/** The search results and state for the typed text. */
export type Records = ReturnType<typeof useRecords>

const NOTHING: FoundRecords = {
  ...{ logs: [], tokens: [], channels: [], users: [], redemptions: [], models: [], options: [] },
}
