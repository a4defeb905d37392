import ChevronDown from 'lucide-react/icons/chevron-down'
import Trash2 from 'lucide-react/icons/trash'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LimitsEditor, LimitsText } from '#web/features/limits/lazy-limits.tsx'
import { cx } from '#web/lib/cx.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { useOption } from '../drafts/settings-context.ts'
import { entriesOf, entriesText, type LimitEntry } from '../options/limit-entries.ts'
import { AddLimits } from './add-limits.tsx'
import { MapJson } from './map-json.tsx'
import type { ControlProps } from './option-control.tsx'

/** Edits the limits of groups or models: each as a sentence that unfolds to its inputs, or all as JSON. */
export default function LimitMapControl(props: ControlProps) {
  const { option, id, label, describedBy } = props
  const { t } = useTranslation('form')
  const { text, change } = useOption(option)
  const [wantsJson, setWantsJson] = useState(false)
  const [opened, setOpened] = useState('')
  const entries = entriesOf(text)
  const toggle = (isTable: boolean) => (
    <Button
      size="small"
      variant="ghost"
      aria-label={`${t(isTable ? 'pairs.asJson' : 'pairs.asTable')}: ${label}`}
      disabledReason={entries === null && t('pairs.notTable')}
      onClick={() => setWantsJson(isTable)}
    >
      {t(isTable ? 'pairs.asJson' : 'pairs.asTable')}
    </Button>
  )
  if (wantsJson || entries === null) return <MapJson {...props} text={text} onChange={change} toggle={toggle(false)} />
  const write = (next: readonly LimitEntry[]) => change(entriesText(next))
  return (
    // biome-ignore lint/a11y/useSemanticElements: the label of the option names the group already
    <div role="group" aria-label={label} aria-describedby={describedBy} className="grid gap-2">
      {entries.length > 0 && (
        <ul className="surface divide-y divide-line">
          {entries.map((entry) => (
            <EntryRow
              key={entry.name}
              entry={entry}
              isOpen={opened === entry.name}
              onToggle={() => setOpened(opened === entry.name ? '' : entry.name)}
              onChange={(limits) => write(entries.map((one) => (one.name === entry.name ? { ...one, limits } : one)))}
              onRemove={() => write(entries.filter(({ name }) => name !== entry.name))}
            />
          ))}
        </ul>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <AddLimits
          {...{ id, option, label }}
          taken={entries.map(({ name }) => name)}
          onAdd={(name) => {
            write([...entries, { name, limits: {} }])
            setOpened(name)
          }}
        />
        {toggle(true)}
      </div>
    </div>
  )
}

interface EntryRowProps {
  entry: LimitEntry
  isOpen: boolean
  onToggle: () => void
  onChange: (limits: LimitEntry['limits']) => void
  onRemove: () => void
}

function EntryRow({ entry: { name, limits }, isOpen, onToggle, onChange, onRemove }: EntryRowProps) {
  const { t } = useTranslation('settings')
  const id = useId()
  return (
    <li className="px-3 py-1.5">
      <div className="flex items-center gap-2">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          className="flex min-h-8 min-w-0 flex-1 flex-wrap content-center items-baseline gap-x-3 text-start"
          onClick={onToggle}
        >
          <span className="break-all font-strong">{name}</span>
          <span className="min-w-0 text-muted text-small">
            <LimitsText limits={limits} />
          </span>
          <ChevronDown
            size={14}
            aria-hidden
            className={cx('ms-auto shrink-0 self-center text-muted', isOpen && 'rotate-180')}
          />
        </button>
        <IconButton
          size="small"
          label={t('table.remove', { name })}
          icon={<Trash2 size={14} aria-hidden />}
          onClick={onRemove}
        />
      </div>
      <div id={id} hidden={!isOpen} className={isOpen ? 'grid gap-3 pt-2 pb-3' : undefined}>
        {isOpen && <LimitsEditor id={id} value={limits} onChange={(next) => onChange(next ?? {})} />}
      </div>
    </li>
  )
}
