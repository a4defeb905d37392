import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { accessToken } from '#contract/api/account.ts'
import type { Reply } from '#contract/api/endpoint.ts'
import { type self, updateSelf } from '#contract/api/session.ts'
import type { User } from '#contract/api/users.ts'
import { tightestLimit } from '#contract/limits.ts'
import { ROLE } from '#contract/roles.ts'
import type { Scope } from '#contract/scopes.ts'
import { BillingCard } from '#web/features/billing/billing-card.tsx'
import { switchLanguage } from '#web/features/preferences/switch-language.ts'
import { openChangePassword } from '#web/features/session/open-change-password.tsx'
import { refresh } from '#web/lib/after-write.ts'
import { call } from '#web/lib/api.ts'
import { loadNamespaces } from '#web/lib/i18n.ts'
import { LANGUAGE_OPTIONS } from '#web/lib/language.ts'
import { lazyPart } from '#web/lib/lazy/lazy-part.ts'
import { useNamedPage } from '#web/lib/page-title.ts'
import { selfQuery } from '#web/lib/session.ts'
import { useStored } from '#web/lib/storage.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Select } from '#web/ui/choice/select.tsx'
import { Switch } from '#web/ui/choice/switch.tsx'
import { openOverlay } from '#web/ui/overlay/overlay.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ListFailure } from '#web/ui/table/list-states.tsx'
import { BindingsCard } from './bindings-card.tsx'
import { InviteCard } from './invite-card.tsx'
import { ModelsCard } from './models-card.tsx'
import { ProfileCard } from './profile-card.tsx'
import { SecondFactorCard } from './second-factor-card.tsx'
import { SessionsCard } from './sessions-card.tsx'

/**
 * Refetches on every visit, since balance and earnings are shown. Data that the frame fetched within this time
 * is reused.
 */
const FRESH_MS = 1000

/** Page where users see and change their own account. */
export function PersonalSettings() {
  const { t } = useTranslation('shell')
  useNamedPage(t('user.settings'))
  const { data: user, error, refetch } = useQuery({ ...selfQuery, staleTime: FRESH_MS })
  if (!user) return error ? <ListFailure error={error} onRetry={refetch} /> : <Skeleton className="h-svh" />
  return (
    <div className="flex max-w-6xl flex-col gap-3 pb-2">
      <h1 className="text-title">{t('user.settings')}</h1>
      <ProfileCard user={user} />
      <div className="grid items-start gap-3 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-3">
          <BindingsCard user={user} />
          <SecurityCard user={user} />
          <SecondFactorCard />
          <SessionsCard />
        </div>
        <div className="flex min-w-0 flex-col gap-3">
          <InviteCard user={user} />
          <OwnLimits user={user} />
          <LanguageCard />
          <MailsCard user={user} />
          <BillingCard />
          {/* Same height as the loaded content, so that nothing above it moves. */}
          <ModelsCard />
          <DeleteCard user={user} />
        </div>
      </div>
    </div>
  )
}

const LimitsCard = lazyPart(async () => {
  await loadNamespaces('limits')
  return import('./limits-card.tsx')
})

/** The limits of the user; nothing where there are none. */
function OwnLimits({ user }: { user: Pick<Reply<typeof self>, 'limits_now' | 'group_limits_now'> }) {
  const { limits_now = {}, group_limits_now = {} } = user
  if (!tightestLimit(limits_now) && !tightestLimit(group_limits_now)) return null
  return (
    <Suspense>
      <LimitsCard user={limits_now} group={group_limits_now} />
    </Suspense>
  )
}

const DeleteDialog = lazy(() => import('./delete-dialog.tsx'))

/** Card with the button that deletes the account. */
function DeleteCard({ user }: { user: User }) {
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

/** The language of the console and of mails. */
function LanguageCard() {
  const { t } = useTranslation('personal')
  const id = useId()
  return (
    <Card title={t('language.title')}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <label htmlFor={id} className="min-w-0 flex-1 basis-40 text-muted text-small">
          {t('language.hint')}
        </label>
        <Select
          id={id}
          className="w-auto"
          value={useStored('language')}
          options={LANGUAGE_OPTIONS}
          onChange={(language) => void switchLanguage(language)}
        />
      </div>
    </Card>
  )
}

/** Card for the mails that a user may turn off, and the way to other places where users are told. */
function MailsCard({ user }: { user: User }) {
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

const MakeTokenDialog = lazy(() => import('./make-token-dialog.tsx'))
const TokenDialog = lazy(() => import('./token-dialog.tsx'))

/** Card for the password and the system access token. */
function SecurityCard({ user }: { user: User }) {
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
