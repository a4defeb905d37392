import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '#web/lib/session.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'

const LOOK =
  'aria-[current]:border-primary aria-[current]:bg-primary-soft aria-pressed:border-primary aria-pressed:bg-primary-soft'

interface ViewTogglesProps {
  view: 'catalogue' | 'prices' | 'compare'
  hasCosts: boolean
  onCosts: () => void
}

/** Toggles of the table of models: price list, which is a tab for users, calculator, comparison. Each has an address. */
export function ViewToggles({ view, hasCosts, onCosts }: ViewTogglesProps) {
  const { t } = useTranslation('models')
  const user = useUser()
  const toggle = (of: 'prices' | 'compare', to: '/pricing' | '/models/compare', children: ReactNode) => (
    <Link
      to={view === of ? '/models' : to}
      // Filters stay; another view drops those that it lacks.
      search={((before: object) => before) as never}
      aria-current={view === of || undefined}
      className={buttonClass('default', undefined, LOOK)}
    >
      {children}
    </Link>
  )
  return (
    <span className="flex flex-wrap gap-2">
      {!user && toggle('prices', '/pricing', t('toggle.prices'))}
      <Button aria-pressed={hasCosts} className={LOOK} onClick={onCosts}>
        {t('toggle.calculator')}
      </Button>
      {toggle('compare', '/models/compare', t('compare.open'))}
    </span>
  )
}
