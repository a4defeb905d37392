import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { PRIORITY_MIN } from '#contract/api/channels.ts'
import { groupsQuery } from '#web/lib/groups.ts'
import { MultiSelectField } from '#web/ui/form/fields/multi-select-field.tsx'
import { NumberField } from '#web/ui/form/fields/number-field.tsx'
import { SwitchField } from '#web/ui/form/fields/switch-field.tsx'
import type { ChannelControl } from './form-schema.ts'
import { RoutingPreview } from './routing-preview.tsx'

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
