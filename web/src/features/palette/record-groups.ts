import type { useNavigate } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import type { Channel } from '#contract/api/channels.ts'
import { isOn } from '#web/features/channels/queries/channel-status.ts'
import { formatTime } from '#web/lib/format.ts'
import type { Language } from '#web/lib/language.ts'
import type { CommandGroup } from './commands.ts'
import type { FoundRecords } from './find-records.ts'

type PageName = 'log' | 'token' | 'channel' | 'user' | 'redemption' | 'setting'

/** A group of results, shown to those who can open its page. */
type RecordGroup = CommandGroup & { page: PageName }

interface GroupContext {
  /** Texts of the shell, and of the palette. */
  t: TFunction<'shell'>
  words: TFunction<'palette'>
  language: Language
  navigate: ReturnType<typeof useNavigate>
  /** Enables or disables a channel. */
  switchChannel: (channel: Channel) => void
  requestId: string | undefined
  /** The results belong to the typed text, not to the previous one. */
  found: boolean
}

/** Returns the search results as groups of commands, in the order of the palette. */
export function recordGroups(records: FoundRecords, context: GroupContext): RecordGroup[] {
  return [
    logGroup(records, context),
    ...openGroups(records, context),
    ...listGroups(records, context),
    optionGroup(records, context),
  ]
}

/** The log rows of a request id; without rows, a link to the log that is filtered by it. */
function logGroup({ logs }: FoundRecords, { t, words, navigate, requestId, found }: GroupContext): RecordGroup {
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
  return { page: 'log', value: t('page.log'), items: requestId && rows.length === 0 ? [request] : rows }
}

/** The records themselves: a command opens one, or switches a channel. */
function openGroups({ tokens, channels, users, redemptions }: FoundRecords, context: GroupContext): RecordGroup[] {
  const { t, words, navigate, switchChannel, found } = context
  const id = (value: number) => words('id', { id: value })
  return [
    {
      page: 'token',
      value: t('page.token'),
      items: tokens.map((token) => ({
        id: `token-${token.id}`,
        label: token.name,
        detail: id(token.id),
        found,
        run: () => navigate({ to: '/token/$id', params: { id: token.id } }),
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
        run: () => navigate({ to: '/channel/$id', params: { id: channel.id } }),
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
        run: () => switchChannel(channel),
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
        run: () => navigate({ to: '/user/$id', params: { id: user.id } }),
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
  ]
}

/** Lists that are filtered by what was found. */
function listGroups({ models, users }: FoundRecords, { words, navigate, found }: GroupContext): RecordGroup[] {
  return [
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
        detail: words('id', { id: user.id }),
        found,
        run: () => navigate({ to: '/log', search: { username: user.username } }),
      })),
    },
  ]
}

function optionGroup({ options }: FoundRecords, { t, language, navigate, found }: GroupContext): RecordGroup {
  return {
    page: 'setting',
    value: t('page.setting'),
    items: options.map(({ key, tab, labels }) => ({
      id: `option-${key}`,
      label: labels[language],
      detail: key,
      found,
      run: () => navigate({ to: '/setting', search: { tab, q: key } }),
    })),
  }
}
