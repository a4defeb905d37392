import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { OWN_GROUP_LABEL } from '#contract/groups.ts'
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
  // One's own group is always among them; the operator has opened it only where it has a label of its own.
  const none = groups !== undefined && names.every((name) => groups[name] === OWN_GROUP_LABEL)
  return (
    <SelectField
      control={control}
      name="group"
      label={t('form.group')}
      hint={t(none ? 'form.groupNone' : 'form.groupHint')}
      options={options}
      // What a token has must remain to be taken back.
      disabled={none && !chosen}
    />
  )
}
