import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import Copy from 'lucide-react/icons/copy'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { resetPassword } from '#contract/api/registration.ts'
import { prefillLogin } from '#web/features/session/prefill.ts'
import { call } from '#web/lib/api.ts'
import { arrival } from '#web/lib/url/initial-search.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { copyText } from '#web/ui/copy/copy.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import { TextField } from '../session/text-field.tsx'
import { EntryFrame } from './entry-frame.tsx'

/** Target of a mailed reset link: pressing the button sets a new password, which is shown once. */
export function NewPasswordPage() {
  const { t } = useTranslation('entry')
  const [{ email, token }] = useState(readLink)
  useEffect(forgetLink, [])
  const confirm = useMutation({
    mutationFn: () => call(resetPassword, { body: { email, token } }),
    meta: { inline: true },
    gcTime: 0,
    // A refused copy needs no handling: the password is shown with a copy button.
    onSuccess: (password) => tryToCopy(password, t('confirm.copiedFirst', { password })),
  })
  const isWhole = email !== '' && token !== ''
  return (
    <EntryFrame>
      <h1 className="text-display">{t('confirm.title')}</h1>
      {!isWhole && <Banner tone="warning">{t('confirm.incomplete')}</Banner>}
      {isWhole && !confirm.data && (
        <>
          <TextField label={t('reset.email')} name="email" readOnly value={email} />
          <p className="text-muted">{t('confirm.hint')}</p>
          <div role="alert" className="empty:hidden">
            {confirm.error && <Banner tone="danger">{confirm.error.message}</Banner>}
          </div>
          <Button
            variant="primary"
            className="min-h-10! w-full"
            loading={confirm.isPending}
            onClick={() => confirm.mutate()}
          >
            {t('confirm.submit')}
          </Button>
        </>
      )}
      {confirm.data && <NewPassword email={email} password={confirm.data} />}
      {!confirm.data && (
        <p>
          <Link to="/reset" className="text-primary underline">
            {t('confirm.another')}
          </Link>
        </p>
      )}
    </EntryFrame>
  )
}

function NewPassword({ email, password }: { email: string; password: string }) {
  const { t } = useTranslation('entry')
  const navigate = useNavigate()
  const logIn = () => {
    prefillLogin({ username: email, password })
    void navigate({ to: '/login', replace: true })
  }
  return (
    <>
      <Banner tone="success" role="status">
        {t('confirm.done')}
      </Banner>
      <div>
        <p className="mb-1">{t('confirm.password')}</p>
        <p className="flex min-h-10 items-center justify-between surface ps-3 pe-1">
          <code lang="" className="text-lead break-all select-all">
            {password}
          </code>
          <IconButton
            size="small"
            label={t('confirm.copy')}
            icon={<Copy size={14} aria-hidden />}
            onClick={async () => {
              const isCopied = await tryToCopy(password, t('confirm.copied', { password }))
              if (!isCopied) await copyText(password)
            }}
          />
        </p>
        <p className="mt-1 text-small text-muted">{t('confirm.once')}</p>
      </div>
      <Button variant="primary" className="min-h-10! w-full" onClick={logIn}>
        {t('confirm.logIn')}
      </Button>
    </>
  )
}

/** Copies the password and reports success; resolves with whether it was copied. */
async function tryToCopy(password: string, said: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(password)
  } catch {
    return false
  }
  toast.success(said)
  return true
}

const readLink = () => ({ email: arrival.get('email') ?? '', token: arrival.get('token') ?? '' })

/** Removes the token from the address and the history once this page has read it. */
function forgetLink() {
  arrival.delete('token')
  history.replaceState(history.state, '', location.pathname)
}
