import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { OWN_GROUP_LABEL } from '#contract/groups.ts'
import { SelectField } from '#web/ui/form/fields/select-field.tsx'
import { OpenSetting } from '#web/ui/open-setting.tsx'
import type { TokenControl } from './token-fields.tsx'
import { groupsQuery } from './token-list.ts'

/**
 * The billing group of a token. A group that the user may no longer select stays visible on tokens that have
 * it.
 */
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
  // The list always contains the user's own group; it counts as selectable only with a separate label.
  const none = groups !== undefined && names.every((name) => groups[name] === OWN_GROUP_LABEL)
  return (
    <SelectField
      control={control}
      name="group"
      label={t('form.group')}
      hint={
        none ? (
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            {t('form.groupNone')}
            <OpenSetting option="UserUsableGroups" />
          </span>
        ) : (
          t('form.groupHint')
        )
      }
      options={options}
      // An existing group must remain removable.
      disabled={none && !chosen}
    />
  )
}
