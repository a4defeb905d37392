import { useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OptionKey } from '#contract/options.ts'
import { groupsQuery } from '#web/lib/groups.ts'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/choice/select.tsx'
import { Input } from '#web/ui/input.tsx'

interface AddLimitsProps {
  /** Id of the field, by which the option's label finds it. */
  id: string
  option: OptionKey
  label: string
  /** Names that have limits already. */
  taken: readonly string[]
  onAdd: (name: string) => void
}

/** Adds limits: of a group that is chosen, or of a model or pattern that is typed. */
export function AddLimits({ id, option, label, taken, onAdd }: AddLimitsProps) {
  const { t } = useTranslation('settings')
  const { t: form } = useTranslation('form')
  const [typed, setTyped] = useState('')
  const isGroups = option === 'GroupLimits'
  const { data: groups = [] } = useQuery({ ...groupsQuery, enabled: isGroups })
  const name = typed.trim()
  const add = () => {
    if (name === '' || taken.includes(name)) return
    onAdd(name)
    setTyped('')
  }
  const free = groups.filter((group) => !taken.includes(group))
  return (
    <span className="flex min-w-0 flex-1 gap-2">
      {isGroups ? (
        <Select
          id={id}
          className="min-w-0 max-w-60 flex-1"
          value={typed}
          options={['', ...free].map((value) => ({ value, label: value || t('table.chooseGroup') }))}
          onChange={setTyped}
        />
      ) : (
        <Input
          id={id}
          className="min-w-0 max-w-60 flex-1"
          value={typed}
          placeholder="claude-opus*"
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
            event.preventDefault()
            add()
          }}
        />
      )}
      <Button
        icon={<Plus size={14} aria-hidden />}
        aria-label={`${form('pairs.add')}: ${label}`}
        disabledReason={
          name === ''
            ? t(isGroups ? 'table.chooseGroup' : 'table.typeModel')
            : taken.includes(name) && t('table.taken', { name })
        }
        onClick={add}
      >
        {form('pairs.add')}
      </Button>
    </span>
  )
}
