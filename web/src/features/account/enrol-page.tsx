import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { canUsePasskeys } from '#web/lib/passkeys.ts'
import { useLogout } from '#web/lib/session.ts'
import { Button } from '#web/ui/button.tsx'
import { openEnrolment, openPasskeyDialog } from './open-enrolment.tsx'

/** Where administrators land whose role needs a second factor that they do not have yet. */
export function EnrolPage() {
  const { t } = useTranslation('personal')
  const { history } = useRouter()
  const client = useQueryClient()
  const logout = useLogout()
  const hasPasskeys = canUsePasskeys()
  const add = async (open: () => Promise<boolean>) => {
    if (!(await open())) return
    client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'status' })
    history.replace('/token')
  }
  return (
    <div className="mx-auto flex w-full max-w-120 flex-1 flex-col justify-center gap-4 px-4 pt-8 pb-[12vh]">
      <h1 className="text-display">{t('factor.page.title')}</h1>
      <p className="text-muted">{t('factor.page.why')}</p>
      <div className="surface divide-y divide-line px-4">
        {hasPasskeys && (
          <Way title={t('factor.page.passkey')} hint={t('factor.page.passkeyHint')}>
            <Button variant="primary" onClick={() => void add(openPasskeyDialog)}>
              {t('passkey.add')}
            </Button>
          </Way>
        )}
        <Way title={t('factor.app')} hint={t('factor.hint')}>
          <Button variant={hasPasskeys ? 'default' : 'primary'} onClick={() => void add(openEnrolment)}>
            {t('factor.add')}
          </Button>
        </Way>
      </div>
      <Button className="self-start" onClick={() => void logout()}>
        {t('factor.page.logout')}
      </Button>
    </div>
  )
}

/** One kind of second factor: what it is, and the button that adds it. */
function Way({ title, hint, children }: { title: string; hint: string; children: ReactNode }) {
  return (
    <section className="flex flex-wrap items-center justify-end gap-x-4 gap-y-3 py-4">
      <div className="min-w-0 flex-1 basis-56">
        <h2 className="text-lead">{title}</h2>
        <p className="text-muted text-small">{hint}</p>
      </div>
      {children}
    </section>
  )
}
