import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { SETUP_STEPS } from '#contract/api/setup.ts'
import { isHidden, openSteps } from '#web/features/setup/open-steps.ts'
import { setupQuery } from '#web/features/setup/setup-query.ts'
import { useRecord, useSteps } from '#web/features/setup/use-steps.ts'
import { allows, useUser } from '#web/lib/session.ts'
import type { CommandGroup } from './commands.ts'

/**
 * The open setup steps, for root: each opens what its dashboard button opens, even while the checklist is
 * hidden.
 */
export function useSetupCommands(): CommandGroup {
  const { t } = useTranslation('setup')
  const { t: words } = useTranslation('palette')
  const navigate = useNavigate()
  const { mutate: record } = useRecord()
  const { data: facts } = useQuery({ ...setupQuery, enabled: allows('root', useUser()) })
  const stepOf = useSteps(facts)
  const open = facts ? openSteps(facts, location.origin) : []
  const steps = open.map((id) => {
    const { title, action } = stepOf(id)
    return { id: `setup-${id}`, label: title, run: action.run }
  })
  const show = {
    id: 'setup',
    label: t('show'),
    detail: t('progress', { done: SETUP_STEPS.length - open.length, total: SETUP_STEPS.length }),
    run() {
      if (facts && isHidden(open, facts.hidden)) record({ hidden: [] })
      void navigate({ to: '/detail' })
    },
  }
  return { value: words('setup'), items: open.length > 0 ? [show, ...steps] : [] }
}
