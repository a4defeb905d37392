import { useTranslation } from 'react-i18next'
import { type LimitsNow, tightestLimit } from '#contract/limits.ts'
import { LimitsUse } from '#web/features/limits/limits-use.tsx'
import { Card } from '#web/ui/card.tsx'

interface LimitsCardProps {
  user: LimitsNow
  group: LimitsNow
}

/** The limits that administrators have set for the user and for each user of the group, with their use. */
export default function LimitsCard({ user, group }: LimitsCardProps) {
  const { t } = useTranslation('limits')
  return (
    <Card title={t('own.title')}>
      <p className="text-muted text-small">{t('own.hint')}</p>
      {tightestLimit(user) && (
        <section className="grid gap-2">
          <h3 className="text-small">{t('own.user')}</h3>
          <LimitsUse now={user} label={t('own.user')} />
        </section>
      )}
      {tightestLimit(group) && (
        <section className="grid gap-2">
          <h3 className="text-small">{t('own.group')}</h3>
          <LimitsUse now={group} label={t('own.group')} />
        </section>
      )}
    </Card>
  )
}
