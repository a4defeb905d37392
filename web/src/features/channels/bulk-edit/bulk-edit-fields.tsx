import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Channel } from '#contract/api/channels.ts'
import { LimitsEditor } from '#web/features/limits/lazy-limits.tsx'
import { cx } from '#web/lib/cx.ts'
import { groupsQuery } from '#web/lib/groups.ts'
import { MultiCombobox } from '#web/ui/choice/multi-combobox.tsx'
import { Select } from '#web/ui/choice/select.tsx'
import { Switch } from '#web/ui/choice/switch.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { useNumberProblem } from '#web/ui/use-number-problem.ts'
import { knownModelsQuery } from '../queries/channel-list.ts'
import { BOUNDS, type Draft, draftLike, FIELDS, type FieldName, LIST_ACTS, namesIn } from './draft.ts'

interface FieldsProps {
  channels: readonly Channel[]
  draft: Draft
  onChange: (draft: Draft) => void
  /** Fields that must be filled in before the preview. */
  wrong: readonly FieldName[]
  /** The id of a control is this prefix, a dash and the field's name. */
  idPrefix: string
}

/** Shows a switch for each field and its control when the switch is on. */
export function BulkEditFields(props: FieldsProps) {
  const { channels, draft, onChange, wrong, idPrefix } = props
  const { t } = useTranslation('batch')
  const { data: groups = [] } = useQuery(groupsQuery)
  const { data: models = [] } = useQuery(knownModelsQuery)
  // After the preview, the focus returns to the first field being edited.
  const [first] = FIELDS.filter((field) => draft.on.has(field))
  const start = useRef(first && `${idPrefix}-${first}`)
  useEffect(() => {
    if (start.current) document.getElementById(start.current)?.focus()
  }, [])

  const toggle = (field: FieldName, isOn: boolean) => {
    const on = new Set(draft.on)
    if (isOn) on.add(field)
    else on.delete(field)
    onChange({ ...draft, on })
  }
  const control = (field: FieldName) => {
    const id = `${idPrefix}-${field}`
    const common = { id, draft, onChange, wrong: wrong.includes(field) }
    if (field === 'priority' || field === 'weight') return <NumberControl {...common} field={field} />
    if (field === 'group') return <NamesControl {...common} field={field} known={groups} channels={channels} />
    if (field === 'models') {
      return <NamesControl {...common} field={field} known={models} channels={channels} creatable />
    }
    if (field === 'limits') return <LimitsControl {...common} />
    const options = (['on', 'off'] as const).map((value) => ({ value, label: t(`autoBan.${value}`) }))
    return (
      <Select
        id={id}
        aria-label={t('field.auto_ban')}
        value={draft.auto_ban ? 'on' : 'off'}
        options={options}
        onChange={(value) => onChange({ ...draft, auto_ban: value === 'on' })}
      />
    )
  }
  return (
    <>
      <ul className="mt-2 divide-y divide-line border-line border-y">
        {FIELDS.map((field) => (
          <Row key={field} id={`${idPrefix}-${field}`} field={field} on={draft.on.has(field)} onToggle={toggle}>
            {control(field)}
          </Row>
        ))}
      </ul>
      <Source {...{ channels, draft, onChange, id: `${idPrefix}-source` }} />
    </>
  )
}

interface RowProps {
  id: string
  field: FieldName
  on: boolean
  onToggle: (field: FieldName, on: boolean) => void
  children: ReactNode
}

function Row({ id, field, on, onToggle, children }: RowProps) {
  const { t } = useTranslation('batch')
  const wasOn = useRef(on)
  useEffect(() => {
    // Switching a field on moves the focus to its control.
    if (on && !wasOn.current) document.getElementById(id)?.focus()
    wasOn.current = on
  }, [on, id])
  return (
    <li className={cx('gap-x-4 gap-y-1 py-2 sm:grid sm:grid-cols-[11rem_1fr]', on ? 'grid' : 'flex justify-between')}>
      <Switch
        className="self-start sm:min-h-control coarse:min-h-control"
        label={t(`field.${field}`)}
        checked={on}
        onChange={(checked) => onToggle(field, checked)}
      />
      {on ? (
        <div className="min-w-0">{children}</div>
      ) : (
        <p className="self-center text-muted text-small">{t('stays')}</p>
      )}
    </li>
  )
}

interface ControlProps {
  id: string
  draft: Draft
  onChange: (draft: Draft) => void
  wrong: boolean
}

function NumberControl({ id, draft, onChange, wrong, field }: ControlProps & { field: 'priority' | 'weight' }) {
  const { t } = useTranslation('batch')
  const { t: form } = useTranslation('form')
  const value = draft[field]
  const bounds = BOUNDS[field]
  const problem = useNumberProblem(value, { ...bounds, whole: true }) || (wrong ? form('issue.required') : '')
  return (
    <>
      <NumberField
        {...bounds}
        id={id}
        className="sm:max-w-60"
        aria-label={t(`field.${field}`)}
        aria-describedby={`${id}-note`}
        aria-invalid={wrong}
        value={value}
        onChange={(next) => onChange({ ...draft, [field]: next })}
      />
      <Note id={id} problem={problem} hint={t(`hint.${field}`)} />
    </>
  )
}

function LimitsControl({ id, draft, onChange, wrong }: ControlProps) {
  const { t } = useTranslation('batch')
  const { act, value } = draft.limits
  const set = (next: Partial<Draft['limits']>) => onChange({ ...draft, limits: { ...draft.limits, ...next } })
  return (
    <div className="grid gap-3">
      <Select
        id={id}
        className="max-w-60"
        aria-label={t('act.limits')}
        value={act}
        options={(['add', 'set'] as const).map((value) => ({ value, label: t(`limits.${value}`) }))}
        onChange={(next) => set({ act: next })}
      />
      <LimitsEditor id={id} value={value} onChange={(next) => set({ value: next })} />
      <Note id={id} problem={wrong ? t('limits.missing') : ''} hint={t(`limits.${act}Hint`)} />
    </div>
  )
}

interface NamesProps extends ControlProps {
  field: 'group' | 'models'
  /** The existing names. */
  known: readonly string[]
  channels: readonly Channel[]
  creatable?: boolean
}

function NamesControl({ id, draft, onChange, wrong, field, known, channels, creatable }: NamesProps) {
  const { t } = useTranslation('batch')
  const { act, names } = draft[field]
  const set = (next: Partial<Draft[typeof field]>) => onChange({ ...draft, [field]: { ...draft[field], ...next } })
  // Only names that a channel has can be removed.
  const present = new Set(channels.flatMap((channel) => namesIn(channel[field])))
  const offered = act === 'remove' ? present : new Set([...known, ...present])
  return (
    <div className="flex flex-wrap items-start gap-2">
      <Select
        className="w-32 shrink-0 max-sm:w-full"
        aria-label={t(`act.${field}`)}
        value={act}
        options={LIST_ACTS.map((value) => ({ value, label: t(`act.${value}`) }))}
        onChange={(value) => set({ act: value })}
      />
      <div className="min-w-0 flex-1 max-sm:basis-full">
        <MultiCombobox
          id={id}
          aria-label={t(`field.${field}`)}
          aria-describedby={`${id}-note`}
          aria-invalid={wrong}
          placeholder={t(`choose.${field}`)}
          options={[...new Set([...offered, ...names])].map((value) => ({ value }))}
          value={names}
          creatable={creatable}
          onChange={(value) => set({ names: value })}
        />
        <Note id={id} problem={wrong ? t('namesMissing') : ''} hint={t(`hint.${act}`)} />
      </div>
    </div>
  )
}

function Note({ id, problem, hint }: { id: string; problem: string; hint: string }) {
  return (
    <p id={`${id}-note`} className={problem ? 'mt-1 text-danger text-small' : 'mt-1 text-muted text-small'}>
      {problem || hint}
    </p>
  )
}

interface SourceProps extends Omit<ControlProps, 'wrong'> {
  channels: readonly Channel[]
}

/** Fills in the values of one channel. The others get the values of the fields that are switched on. */
function Source({ id, channels, draft, onChange }: SourceProps) {
  const { t } = useTranslation('batch')
  const [chosen, setChosen] = useState('')
  if (channels.length < 2) return null
  const options = channels.map((channel) => ({ value: String(channel.id), label: `${channel.name} (#${channel.id})` }))
  const take = (value: string) => {
    setChosen(value)
    const channel = channels.find((each) => String(each.id) === value)
    if (channel) onChange(draftLike(draft, channel))
  }
  return (
    <div className="mt-3">
      <Field id={id} label={t('source.label')} hint={t('source.hint')} optional>
        <Select
          id={id}
          aria-describedby={`${id}-hint`}
          value={chosen}
          options={[{ value: '', label: t('source.none') }, ...options]}
          onChange={take}
        />
      </Field>
    </div>
  )
}
