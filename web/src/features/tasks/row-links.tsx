import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { buttonClass } from '#web/ui/button.tsx'

interface RowLinksProps {
  /** The list that contains the row. */
  list: '/midjourney' | '/task'
  row: { channel_id: number; user_id: number }
}

/** Links from a row to related records, for administrators. */
export function RowLinks({ list, row: { channel_id: channel, user_id: id } }: RowLinksProps) {
  const { t } = useTranslation('tasks')
  const look = buttonClass('default', 'small')
  return (
    <nav aria-label={t('links.label')} className="flex flex-wrap gap-2">
      {channel > 0 && (
        <>
          <Link
            from={list}
            to={list}
            search={({ p: _p, row: _row, ...search }) => ({ ...search, channel })}
            className={look}
          >
            {t('links.onlyChannel')}
          </Link>
          <Link to="/channel/edit/$id" params={{ id: channel }} className={look}>
            {t('links.channel')}
          </Link>
        </>
      )}
      {id > 0 && (
        <Link to="/user/edit/$id" params={{ id }} className={look}>
          {t('links.user')}
        </Link>
      )}
    </nav>
  )
}
