import { useQuery } from '@tanstack/react-query'
import { type NavigateOptions, useNavigate, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavEntries } from '#web/features/shell/nav.ts'
import { useIsAdmin } from '#web/lib/session.ts'
import type { CommandGroup } from './commands.ts'
import {
  changeRecent,
  MAX_PAGES,
  MAX_RECORDS,
  type RecentRecord,
  recordAt,
  useRecent,
  withoutRecord,
} from './recent.ts'
import { namesQuery } from './recent-queries.ts'

/** Returns links to the recently opened records and pages, without the current one. */
export function useRecentCommands(): CommandGroup[] {
  const { t } = useTranslation('shell')
  const { t: words } = useTranslation('palette')
  const navigate = useNavigate()
  const scope = useIsAdmin() ? 'all' : 'own'
  const entries = useNavEntries()
  const location = useRouterState({ select: (state) => state.location })
  const here = useRouterState({ select: (state) => state.matches.findLast((match) => match.staticData.page) })
  const recent = useRecent()
  const open = recordAt(location.pathname, location.search)
  const reachable = new Set<string>(entries.map(({ name }) => name))
  const records = recent.records
    .filter(({ kind, id }) => reachable.has(kind) && !(open?.kind === kind && open.id === id))
    .slice(0, MAX_RECORDS)
  const names = useQuery(namesQuery(records, scope)).data
  const gone = records.filter((_, index) => names?.[index] === null)
  useEffect(() => {
    for (const record of gone) changeRecent((now) => withoutRecord(now, record))
  })

  const labels = ({ kind, id, name }: RecentRecord) =>
    kind === 'log'
      ? { label: words('log', { id }), detail: name }
      : { label: name, detail: `${t(`page.${kind}`)} · ${words('id', { id })}` }
  const pages = recent.pages
    .flatMap((page) => entries.filter(({ name }) => name === page && name !== here?.staticData.page?.name))
    .slice(0, MAX_PAGES)
  return [
    {
      value: words('recentRecords'),
      items: records
        .filter((record) => !gone.includes(record))
        .map((record) => ({
          id: `recent-${record.kind}-${record.id}`,
          ...labels({ ...record, name: names?.[records.indexOf(record)] ?? record.name }),
          run: () => void navigate(wayTo(record)),
        })),
    },
    {
      value: words('recentPages'),
      items: pages.map(({ name, to, search, key }) => ({
        id: `recent-page-${name}`,
        label: t(`page.${name}`),
        keys: key && `g ${key}`,
        run: () => void navigate({ to, search }),
      })),
    },
  ]
}

function wayTo({ kind, id }: RecentRecord): NavigateOptions {
  if (kind === 'log') return { to: '/log', search: { row: id } }
  return { to: `/${kind}/$id`, params: { id } }
}
