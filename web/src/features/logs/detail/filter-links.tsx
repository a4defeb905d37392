import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { buttonClass } from '#web/ui/button.tsx'
import { type Change, except, type Field, only, onlyToken } from '../filters/value-filters.ts'
import type { LogRow } from '../rows/log-list.ts'

/** Links to the rows that share a value with this one. */
export function FilterLinks({ log, admin }: { log: LogRow; admin: boolean }) {
  const { t } = useTranslation('logs')
  const { username, model_name, token_name, channel } = log
  const links: { name: string; but: string; field: Field; value: string | number; chosen?: Change }[] = [
    { name: t('only.user'), but: t('but.user'), field: 'username', value: admin ? username : '' },
    { name: t('only.token'), but: t('but.token'), field: 'token_name', value: token_name, chosen: onlyToken(log) },
    { name: t('only.model'), but: t('but.model'), field: 'model_name', value: model_name },
    { name: t('only.channel'), but: t('but.channel'), field: 'channel', value: admin ? channel : 0 },
  ]
  const given = links.filter(({ value }) => value)
  if (given.length === 0) return null
  return (
    <nav aria-label={t('only.label')} className="flex flex-wrap gap-2">
      {given.map(({ name, field, value, chosen = only(field, value) }) => (
        <Link
          key={name}
          from="/log"
          to="/log"
          search={({ p: _page, row: _row, ...search }) => ({ ...search, ...chosen })}
          className={buttonClass('default', 'small')}
        >
          {name}
        </Link>
      ))}
      {given.map(({ field, value, but }) => (
        <Link
          key={but}
          from="/log"
          to="/log"
          search={({ p: _page, row: _row, ...search }) => ({ ...search, ...except(search, field, value) })}
          className={buttonClass('ghost', 'small')}
        >
          {but}
        </Link>
      ))}
    </nav>
  )
}
