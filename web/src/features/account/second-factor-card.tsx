import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { type Passkey, removePasskey } from '#contract/api/passkeys.ts'
import { removeTotp, renewRecoveryCodes } from '#contract/api/second-factor.ts'
import { secondFactorQuery } from '#web/features/session/second-factor-query.ts'
import { refresh } from '#web/lib/after-write.ts'
import { call } from '#web/lib/api.ts'
import { canUsePasskeys } from '#web/lib/passkeys.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { confirm } from '#web/ui/overlay/confirm.tsx'
import { openOverlay } from '#web/ui/overlay/overlay.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Status } from '#web/ui/status.tsx'
import { ListFailure } from '#web/ui/table/list-states.tsx'
import { Time } from '#web/ui/time.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import { openEnrolment, openPasskeyDialog } from './open-enrolment.tsx'

const CodesDialog = lazy(() => import('./recovery-codes-dialog.tsx'))

/** Card for the second step of logins: the authenticator app and its recovery codes. */
export function SecondFactorCard() {
  const { t } = useTranslation('personal')
  const client = useQueryClient()
  const { data: factor, error, refetch } = useQuery(secondFactorQuery)
  const changed = () => refresh(client, { queryKey: ['self'] })
  const remove = useMutation({
    mutationFn: () => call(removeTotp, {}),
    onSuccess: () => toast.success(t('factor.removed')),
    onSettled: changed,
  })
  const renew = useMutation({ mutationFn: () => call(renewRecoveryCodes, {}), gcTime: 0, onSettled: changed })
  const askRemove = async () => {
    const question = { title: t('factor.removeTitle'), description: t('factor.removeHint'), action: t('factor.remove') }
    if (await confirm({ ...question, danger: true })) remove.mutate()
  }
  const askRenew = async () => {
    const question = { title: t('factor.renewTitle'), description: t('factor.renewHint'), action: t('factor.renew') }
    if (!(await confirm(question))) return
    renew.mutate(undefined, {
      onSuccess: (codes) => void openOverlay<void>((close) => <CodesDialog codes={codes} onClose={close} />),
      // The codes are shown once, so they are removed from the mutation afterwards.
      onSettled: renew.reset,
    })
  }
  return (
    <Card title={t('factor.title')}>
      {!factor ? (
        error ? (
          <ListFailure error={error} onRetry={refetch} />
        ) : (
          <Skeleton className="h-12" />
        )
      ) : (
        <>
          <div className="flex flex-wrap items-center justify-end gap-2">
            <div className="min-w-0 flex-1 basis-60">
              <h3 className="flex flex-wrap items-center gap-2">
                {t('factor.app')}
                {factor.totp && <Status colour="green">{t('factor.on')}</Status>}
              </h3>
              <p className="text-muted text-small">{t('factor.hint')}</p>
            </div>
            {factor.totp ? (
              <Button size="small" loading={remove.isPending} onClick={() => void askRemove()}>
                {t('factor.remove')}
              </Button>
            ) : (
              <Button size="small" onClick={() => void openEnrolment().then(changed)}>
                {t('factor.add')}
              </Button>
            )}
          </div>
          <PasskeyLines passkeys={factor.passkeys} onChange={changed} />
          {(factor.totp || factor.passkeys.length > 0) && (
            <div className="mt-3 flex flex-wrap items-center justify-end gap-2">
              <div className="min-w-0 flex-1 basis-60">
                <h3>{t('factor.codes.title')}</h3>
                <p className="text-muted text-small">{t('factor.left', { count: factor.recovery_codes })}</p>
              </div>
              <Button size="small" loading={renew.isPending} onClick={() => void askRenew()}>
                {t('factor.renew')}
              </Button>
            </div>
          )}
          {factor.required && <p className="mt-2 text-muted text-small">{t('factor.required')}</p>}
        </>
      )}
    </Card>
  )
}

interface Props {
  passkeys: readonly Passkey[]
  onChange: () => Promise<void>
}

/** The account's passkeys, each with a button that removes it, and one to add another. */
function PasskeyLines({ passkeys, onChange }: Props) {
  const { t } = useTranslation('personal')
  const remove = useMutation({
    mutationFn: ({ id }: Passkey) => call(removePasskey, { params: { id } }),
    onSuccess: () => toast.success(t('passkey.removed')),
    onSettled: onChange,
  })
  const add = () => openPasskeyDialog().then(onChange)
  const askRemove = async (passkey: Passkey) => {
    const { name } = passkey
    const question = { title: t('passkey.removeTitle', { name }), description: t('passkey.removeHint') }
    if (await confirm({ ...question, action: t('passkey.remove'), danger: true })) remove.mutate(passkey)
  }
  return (
    <div className="mt-3">
      <div className="flex flex-wrap items-center justify-end gap-2">
        <div className="min-w-0 flex-1 basis-60">
          <h3>{t('passkey.title')}</h3>
          <p className="text-muted text-small">{t('passkey.hint')}</p>
        </div>
        <Button size="small" disabledReason={!canUsePasskeys() && t('passkey.unsupported')} onClick={() => void add()}>
          {t('passkey.add')}
        </Button>
      </div>
      <ul className="divide-y divide-line">
        {passkeys.map((passkey) => (
          <li key={passkey.id} className="flex items-center gap-3 py-2">
            <div className="min-w-0 flex-1">
              <div className="break-words">{passkey.name}</div>
              <div className="text-muted text-small">
                {passkey.last_used_at > 0 ? (
                  <>
                    {t('sessions.seen')} <Time at={passkey.last_used_at} />
                  </>
                ) : (
                  t('passkey.unused')
                )}
              </div>
            </div>
            <Button
              size="small"
              loading={remove.isPending && remove.variables === passkey}
              aria-label={t('passkey.removeNamed', { name: passkey.name })}
              onClick={() => void askRemove(passkey)}
            >
              {t('passkey.remove')}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
