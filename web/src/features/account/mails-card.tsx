import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { updateSelf } from '#contract/api/session.ts'
import type { User } from '#contract/api/users.ts'
import { refresh } from '#web/lib/after-write.ts'
import { call } from '#web/lib/api.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Switch } from '#web/ui/choice/switch.tsx'

/** Card for the mails that a user may turn off, and the way to other places where users are told. */
export function MailsCard({ user }: { user: User }) {
  const { t } = useTranslation('personal')
  const client = useQueryClient()
  const change = useMutation({
    mutationFn: (expiry_mails: boolean) => call(updateSelf, { body: { expiry_mails } }),
    onSettled: () => refresh(client, { queryKey: ['self'] }),
  })
  return (
    <Card title={t('mails.title')}>
      <Switch
        label={t('mails.expiry')}
        checked={change.isPending ? change.variables : user.expiry_mails}
        onChange={(on) => change.mutate(on)}
      />
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <p className="min-w-0 flex-1 basis-60 text-muted text-small">{t('told.hint')}</p>
        <Link to="/notifications" className={buttonClass('default', 'small')}>
          {t('told.open')}
        </Link>
      </div>
      {user.email === '' && <p className="mt-1 text-muted text-small">{t('mails.noAddress')}</p>}
    </Card>
  )
}
