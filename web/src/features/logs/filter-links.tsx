import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { buttonClass } from '#web/ui/button.tsx'
import type { LogRow } from './log-list.ts'
import type { LogFilters } from './log-search.ts'

/** Ways to see the rows that have something in common with this one. */
export function FilterLinks({ log, admin }: { log: LogRow; admin: boolean }) {
  const { t } = useTranslation('logs')
  const { username, model_name, token_name, channel } = log
  const links: { name: string; filter: Partial<LogFilters>; given: boolean }[] = [
    { name: t('only.user'), filter: { username }, given: admin && username !== '' },
    { name: t('only.token'), filter: { token_name }, given: token_name !== '' },
    { name: t('only.model'), filter: { model_name }, given: model_name !== '' },
    { name: t('only.channel'), filter: { channel }, given: admin && channel > 0 },
  ]
  const given = links.filter((link) => link.given)
  if (given.length === 0) return null
  return (
    <nav aria-label={t('only.label')} className="flex flex-wrap gap-2">
      {given.map(({ name, filter }) => (
        <Link
          key={name}
          from="/log"
          to="/log"
          search={({ p: _page, row: _row, ...search }) => ({ ...search, ...filter })}
          className={buttonClass('default', 'small')}
        >
          {name}
        </Link>
      ))}
    </nav>
  )
}
