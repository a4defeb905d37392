import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useUser } from '#web/lib/session.ts'
import { Banner } from '#web/ui/banner.tsx'
import { wantedText } from '../drafts/drafts.ts'
import { loginUsersQuery } from '../drafts/option-queries.ts'
import { useDrafts, useSettings } from '../drafts/settings-context.ts'
import { LOGIN_SWITCHES, lockedOut } from '../options/lockout.ts'
import { lockoutText } from '../options/lockout-text.ts'

/** Warns which users could no longer log in after the pending changes of the login switches. */
export function LockoutNote() {
  const { texts } = useSettings()
  const drafts = useDrafts()
  const isOn = (key: (typeof LOGIN_SWITCHES)[number]) => wantedText(key, texts, drafts) === 'true'
  const touched = LOGIN_SWITCHES.some((key) => drafts.has(key))
  if (!touched || isOn('PasswordLoginEnabled')) return null
  return <Affected isOn={isOn} />
}

function Affected({ isOn }: { isOn: Parameters<typeof lockedOut>[1] }) {
  const { t } = useTranslation('settings')
  const user = useUser()
  const { data, error } = useQuery(loginUsersQuery)
  const words = data
    ? lockoutText(lockedOut(data.users, isOn), { looked: data.users.length, total: data.total, self: user?.id }, t)
    : error
      ? t('lockout.failed', { message: error.message })
      : t('lockout.looking')
  return (
    <Banner tone="warning" role="status" className="col-span-full">
      {words}
    </Banner>
  )
}
