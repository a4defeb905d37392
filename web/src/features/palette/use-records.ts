import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { isOn } from '#web/features/channels/queries/channel-status.ts'
import { useNavEntries } from '#web/features/shell/nav.ts'
import { formatTime } from '#web/lib/format.ts'
import type { Language } from '#web/lib/language.ts'
import { allows, useIsAdmin, useUser } from '#web/lib/session.ts'
import type { CommandGroup } from './commands.ts'
import { recordsQuery } from './find-records.ts'
import { lookupOf } from './lookup.ts'

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
  const { logs, tokens, channels, users, redemptions, models, options } = (lookup && query.data) || NOTHING
  // Results of the previous text stay only where they also match this one.
  const found = !query.isPlaceholderData

  const id = (value: number) => words('id', { id: value })
  const requestId = lookup?.requestId
  const request = {
    id: 'request',
    label: words('request', { id: requestId }),
    run: () => navigate({ to: '/log', search: { request_id: requestId } }),
  }
  const rows = logs.map((log) => ({
    id: `log-${log.id}`,
    label: words('log', { id: log.id }),
    detail: `${formatTime(log.created_at)} ${log.model_name}`.trim(),
    found,
    run: () => navigate({ to: '/log', search: { request_id: requestId, row: log.id } }),
  }))
  const groups: (CommandGroup & { page: 'log' | 'token' | 'channel' | 'user' | 'redemption' | 'setting' })[] = [
    { page: 'log', value: t('page.log'), items: requestId && rows.length === 0 ? [request] : rows },
    {
      page: 'token',
      value: t('page.token'),
      items: tokens.map((token) => ({
        id: `token-${token.id}`,
        label: token.name,
        detail: id(token.id),
        found,
        run: () => navigate({ to: '/token/edit/$id', params: { id: token.id } }),
      })),
    },
    {
      page: 'channel',
      value: t('page.channel'),
      items: channels.map((channel) => ({
        id: `channel-${channel.id}`,
        label: channel.name,
        detail: id(channel.id),
        found,
        run: () => navigate({ to: '/channel/edit/$id', params: { id: channel.id } }),
      })),
    },
    {
      page: 'channel',
      value: words('switchChannel'),
      items: channels.map((channel) => ({
        id: `switch-${channel.id}`,
        label: words(isOn(channel) ? 'disable' : 'enable', { name: channel.name }),
        detail: id(channel.id),
        found,
        run: () =>
          attempt(async () => {
            const { switchOne } = await import('#web/features/channels/queries/switch-channel.ts')
            await switchOne(client, channel, !isOn(channel), attempt)
          }),
      })),
    },
    {
      page: 'user',
      value: t('page.user'),
      items: users.map((user) => ({
        id: `user-${user.id}`,
        label: user.username,
        detail: id(user.id),
        found,
        run: () => navigate({ to: '/user/edit/$id', params: { id: user.id } }),
      })),
    },
    {
      page: 'redemption',
      value: t('page.redemption'),
      items: redemptions.map((code) => ({
        id: `redemption-${code.id}`,
        label: code.name,
        detail: id(code.id),
        found,
        // The possible actions depend on the code: its list row offers them.
        run: () => navigate({ to: '/redemption', search: { keyword: String(code.id) } }),
      })),
    },
    {
      page: 'log',
      value: words('logsOfModel'),
      items: models.map((model) => ({
        id: `model-${model}`,
        label: model,
        found,
        run: () => navigate({ to: '/log', search: { model_name: model } }),
      })),
    },
    {
      page: 'channel',
      value: words('channelsWithModel'),
      items: models.map((model) => ({
        id: `channels-${model}`,
        label: model,
        found,
        run: () => navigate({ to: '/channel', search: { model } }),
      })),
    },
    {
      page: 'log',
      value: words('logsOfUser'),
      items: users.map((user) => ({
        id: `logs-${user.id}`,
        label: user.username,
        detail: id(user.id),
        found,
        run: () => navigate({ to: '/log', search: { username: user.username } }),
      })),
    },
    {
      page: 'setting',
      value: t('page.setting'),
      items: options.map(({ key, tab, labels }) => ({
        id: `option-${key}`,
        label: labels[i18n.language as Language],
        detail: key,
        found,
        run: () => navigate({ to: '/setting', search: { tab, q: key } }),
      })),
    },
  ]
  return {
    groups: groups.filter(({ page }) => pages.has(page)),
    searching: lookup !== null && query.isFetching,
    error: lookup && !query.isFetching ? query.error : null,
    retry: () => void query.refetch(),
  }
}

/** The search results and state for the typed text. */
export type Records = ReturnType<typeof useRecords>

const NOTHING = { logs: [], tokens: [], channels: [], users: [], redemptions: [], models: [], options: [] }
