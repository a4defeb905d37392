import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { getUser } from '#contract/api/users.ts'
import { call } from '#web/lib/api.ts'
import { fullNumber } from '#web/lib/format.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { FactLines } from '#web/ui/facts.tsx'
import { Money } from '#web/ui/money.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Loaded } from '#web/ui/table/list-states.tsx'
import { GroupTag } from '#web/ui/tag.tsx'

/** Shows an administrator the user of a row. */
export default function UserDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation('logs')
  const query = useQuery({
    queryKey: ['users', 'one', id],
    queryFn: ({ signal }) => call(getUser, { params: { id } }, signal),
  })
  return (
    <Dialog
      title={t('user.title')}
      onClose={onClose}
      footer={
        query.data && (
          <>
            <Link to="/user/$id" params={{ id }} onClick={onClose} className={buttonClass()}>
              {t('user.edit')}
            </Link>
            <Link to="/log" search={{ username: query.data.username }} onClick={onClose} className={buttonClass()}>
              {t('user.logs')}
            </Link>
          </>
        )
      }
    >
      <Loaded query={query} skeleton="h-32">
        {(user) => (
          <FactLines
            facts={[
              { name: t('user.name'), value: user.username },
              { name: t('user.balance'), value: <Money quota={user.quota} /> },
              { name: t('user.used'), value: <Money quota={user.used_quota} /> },
              { name: t('user.requests'), value: fullNumber(user.request_count) },
              { name: t('user.group'), value: <GroupTag group={user.group} /> },
            ]}
          />
        )}
      </Loaded>
    </Dialog>
  )
}
