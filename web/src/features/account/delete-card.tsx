import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import type { User } from '#contract/api/users.ts'
import { ROLE } from '#contract/roles.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { openOverlay } from '#web/ui/overlay/overlay.tsx'

const DeleteDialog = lazy(() => import('./delete-dialog.tsx'))

/** Card with the button that deletes the account. */
export function DeleteCard({ user }: { user: User }) {
  const { t } = useTranslation('personal')
  const ask = () => void openOverlay<void>((close) => <DeleteDialog user={user} onClose={close} />)
  return (
    <Card title={t('delete.title')}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <p className="min-w-0 flex-1 basis-40 text-muted text-small">{t('delete.hint')}</p>
        <Button size="small" variant="danger" disabledReason={user.role >= ROLE.root && t('delete.root')} onClick={ask}>
          {t('delete.action')}
        </Button>
      </div>
    </Card>
  )
}
