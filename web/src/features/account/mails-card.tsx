import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { updateSelf } from '#contract/api/session.ts'
import type { User } from '#contract/api/users.ts'
import { refresh } from '#web/lib/after-write.ts'
import { call } from '#web/lib/api.ts'
import { Card } from '#web/ui/card.tsx'
import { Switch } from '#web/ui/choice/switch.tsx'

/** Card for the mails that a user may turn off. */
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
      {user.email === '' && <p className="mt-1 text-muted text-small">{t('mails.noAddress')}</p>}
    </Card>
  )
}
