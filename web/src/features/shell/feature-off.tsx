import { useMatches } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { allows, useUser } from '#web/lib/session.ts'
import { useStatus } from '#web/lib/status.ts'
import { Banner } from '#web/ui/banner.tsx'
import { OpenSetting } from '#web/ui/open-setting.tsx'

/** The options that take pages off the navigation. */
const OPTIONS = {
  enable_drawing: 'DrawingEnabled',
  enable_task: 'TaskEnabled',
  enable_data_export: 'DataExportEnabled',
} as const

const isKnown = (feature: string): feature is keyof typeof OPTIONS => feature in OPTIONS

/** On a page that is not in the navigation: says so, and who can change that. */
export function FeatureOff() {
  const { t } = useTranslation('shell')
  const status = useStatus()
  const isRoot = allows('root', useUser())
  const feature = useMatches({
    select: (matches) => matches.findLast(({ staticData }) => staticData.page)?.staticData.page?.nav?.feature,
  })
  if (!feature || !isKnown(feature) || status[feature] !== false) return null
  return (
    <Banner tone="info" className="mx-4 mt-3 max-sm:mx-3" action={<OpenSetting option={OPTIONS[feature]} />}>
      {t(isRoot ? 'feature.off' : 'feature.askRoot')}
    </Banner>
  )
}
