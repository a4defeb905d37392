import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { RouteOutlook } from '#contract/api/channel-outlook.ts'
import { PRIORITY_MIN } from '#contract/api/channels.ts'
import { groupsQuery } from '#web/lib/groups.ts'
import { MultiSelectField } from '#web/ui/form/fields/multi-select-field.tsx'
import { NumberField } from '#web/ui/form/fields/number-field.tsx'
import { SwitchField } from '#web/ui/form/fields/switch-field.tsx'
import type { ChannelControl } from './form-schema.ts'
import { useRoutingPreview } from './routing-preview-query.ts'

interface RoutingFieldsProps {
  control: ChannelControl
  /** The edited channel. */
  id: number | undefined
  /** The channel is currently disabled. */
  isOff: boolean
}

/** The groups that may use the channel, its priority and its weight. */
export default function RoutingFields(props: RoutingFieldsProps) {
  const { control } = props
  const { t } = useTranslation('channels')
  const { data: groups = [] } = useQuery(groupsQuery)
  const chosen = useWatch({ control, name: 'group' })
  // A deleted group stays visible on channels that have it.
  const options = [...new Set([...groups, ...chosen])].map((value) => ({ value }))
  return (
    <>
      <MultiSelectField
        control={control}
        name="group"
        label={t('form.groups')}
        placeholder={t('form.groupsHint')}
        options={options}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <NumberField
          control={control}
          name="priority"
          label={t('form.priority')}
          hint={t('form.priorityHint')}
          min={PRIORITY_MIN}
        />
        <NumberField control={control} name="weight" label={t('form.weight')} hint={t('form.weightHint')} min={0} />
      </div>
      <RoutingPreview {...props} />
      <SwitchField control={control} name="auto_ban" label={t('form.autoBan')} />
    </>
  )
}

/** Maximum number of sentences shown. */
const TOLD = 4

interface RoutingOutlookProps {
  control: ChannelControl
  /** The edited channel. */
  id: number | undefined
  /** The channel is currently disabled. */
  isOff: boolean
}

/** Describes when calls would use this channel. Follows the form. */
function RoutingPreview({ control, id, isOff }: RoutingOutlookProps) {
  const { t } = useTranslation('editor')
  const outlook = useRoutingPreview(control, id)
  if (!outlook || outlook.routes.length === 0) return null
  const { routes, attempts } = outlook
  return (
    <div aria-live="polite" className="rounded-card bg-sunken px-3 py-2 text-small">
      {isOff && <p className="text-warning">{t('routing.off')}</p>}
      <ul className="grid gap-1">
        {routes.slice(0, TOLD).map((route) => (
          <li key={`${route.group}:${route.models.join()}`}>
            <RouteSentence route={route} attempts={attempts} />
          </li>
        ))}
      </ul>
      {routes.length > TOLD && <p className="text-muted">{t('routing.more', { count: routes.length - TOLD })}</p>}
      <p className="mt-1 text-muted">{t('routing.attempts', { count: attempts })}</p>
    </div>
  )
}

function RouteSentence({ route, attempts }: { route: RouteOutlook; attempts: number }) {
  const { t } = useTranslation('editor')
  const { group, models, count, before, beside, after, percent } = route
  const [model = ''] = models
  const what = count > 1 ? t('routing.models', { model, count: count - 1 }) : model
  const about = { models: what, group }
  const left = Math.min(beside + after, Math.max(0, attempts - 1))
  const next = left > 0 ? t('routing.then', { count: left }) : t('routing.thenNone')
  if (before >= attempts) return t('routing.never', { ...about, count: before })
  if (before > 0) return t('routing.behind', { ...about, count: before })
  if (beside > 0) return t('routing.shared', { ...about, percent, count: beside, next })
  return after > 0 ? t('routing.first', { ...about, next }) : t('routing.alone', about)
}
