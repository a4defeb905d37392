import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { SelectField } from '#web/ui/form/select-field.tsx'
import type { TokenControl } from './token-fields.tsx'
import { groupsQuery } from './token-list.ts'

/** The group a token is billed by. A group that the user may no longer choose stays visible on tokens that have it. */
export function GroupField({ control }: { control: TokenControl }) {
  const { t } = useTranslation('tokens')
  const { data: groups } = useQuery(groupsQuery)
  const chosen = useWatch({ control, name: 'group' })
  const names = Object.keys(groups ?? {})
  const options = [
    { value: '', label: t('form.groupOwn') },
    ...names.map((value) => ({ value, label: groups?.[value] ? `${value} · ${groups[value]}` : value })),
    ...(chosen && !names.includes(chosen) ? [{ value: chosen, label: chosen }] : []),
  ]
  const none = groups !== undefined && names.length === 0
  return (
    <SelectField
      control={control}
      name="group"
      label={t('form.group')}
      hint={t(none ? 'form.groupNone' : 'form.groupHint')}
      options={options}
      disabled={none}
    />
  )
}
