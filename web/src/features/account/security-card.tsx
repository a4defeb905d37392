import { useMutation } from '@tanstack/react-query'
import { lazy, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { accessToken } from '#contract/api/account.ts'
import type { User } from '#contract/api/users.ts'
import type { Scope } from '#contract/scopes.ts'
import { openChangePassword } from '#web/features/session/open-change-password.tsx'
import { call } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { openOverlay } from '#web/ui/overlay/overlay.tsx'

const MakeTokenDialog = lazy(() => import('./make-token-dialog.tsx'))
const TokenDialog = lazy(() => import('./token-dialog.tsx'))

/** Card for the password and the system access token. */
export function SecurityCard({ user }: { user: User }) {
  const { t } = useTranslation('personal')
  const make = useMutation({ mutationFn: (scope: Scope) => call(accessToken, { query: { scope } }), gcTime: 0 })
  const show = (token: string) =>
    void openOverlay<void>((close) => <TokenDialog token={token} userId={user.id} onClose={close} />)
  const renew = async () => {
    const scope = await openOverlay<Scope | undefined>((close) => <MakeTokenDialog onClose={close} />)
    // The token is shown once, so it is removed from the mutation afterwards.
    if (scope) make.mutate(scope, { onSuccess: show, onSettled: make.reset })
  }
  return (
    <Card title={t('security.title')}>
      <Line
        name={t('security.password')}
        hint={t('security.passwordHint')}
        button={
          <Button size="small" onClick={openChangePassword}>
            {t('security.change')}
          </Button>
        }
      />
      <Line
        name={t('token.name')}
        hint={t('token.hint')}
        button={
          <Button size="small" loading={make.isPending} onClick={() => void renew()}>
            {t('token.make')}
          </Button>
        }
      />
    </Card>
  )
}

function Line({ name, hint, button }: { name: string; hint: string; button: ReactNode }) {
  return (
    <div className="flex items-center gap-3 max-sm:flex-wrap max-sm:justify-end">
      <div className="min-w-0 flex-1 max-sm:basis-full">
        <h3>{name}</h3>
        <p className="text-muted text-small">{hint}</p>
      </div>
      {button}
    </div>
  )
}
