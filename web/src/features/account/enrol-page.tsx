import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useLogout } from '#web/lib/session.ts'
import { Button } from '#web/ui/button.tsx'
import { openEnrolment } from './open-enrolment.tsx'

/** Where administrators land whose role needs a second factor that they do not have yet. */
export function EnrolPage() {
  const { t } = useTranslation('personal')
  const { history } = useRouter()
  const client = useQueryClient()
  const logout = useLogout()
  const add = async () => {
    if (!(await openEnrolment())) return
    client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'status' })
    history.replace('/token')
  }
  return (
    <div className="mx-auto flex w-full max-w-100 flex-1 flex-col justify-center gap-4 px-4 pt-8 pb-[12vh]">
      <h1 className="text-display">{t('factor.page.title')}</h1>
      <p className="text-muted">{t('factor.page.why')}</p>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" onClick={() => void add()}>
          {t('factor.add')}
        </Button>
        <Button onClick={() => void logout()}>{t('factor.page.logout')}</Button>
      </div>
    </div>
  )
}
