import { useQuery } from '@tanstack/react-query'
import Braces from 'lucide-react/icons/braces'
import Plus from 'lucide-react/icons/plus'
import Wrench from 'lucide-react/icons/wrench'
import X from 'lucide-react/icons/x'
import { lazy, Suspense, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pricingQuery } from '#web/features/prices/public/pricing-query.ts'
import { groupsQuery } from '#web/features/tokens/token-list.ts'
import { ModelMark } from '#web/features/vendors/vendor-mark.tsx'
import { groupLabel } from '#web/lib/default-names.ts'
import { fixed } from '#web/lib/format.ts'
import { useStatus } from '#web/lib/status.ts'
import { Button } from '#web/ui/button.tsx'
import Combobox from '#web/ui/choice/combobox.tsx'
import type { Option } from '#web/ui/choice/combobox-option.ts'
import { Select } from '#web/ui/choice/select.tsx'
import { Switch } from '#web/ui/choice/switch.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { freeLaneId, type Lane, MAX_MODELS } from './book/book.ts'
import { type SharedSettings, TEMPERATURE } from './conversation/conversation.ts'
import { modelOptions } from './models/model-options.ts'
import { readSchema, readTools } from './request/json-settings.ts'

export interface SettingsPanelProps extends Omit<LaneFieldsProps, 'group'> {
  settings: SharedSettings
  /** The group that "" stands for. */
  ownGroup: string
  onChange: (patch: Partial<SharedSettings>) => void
}

/** Settings of the models and their parameters. */
export default function SettingsPanel({ settings, ownGroup, onChange, ...lanes }: SettingsPanelProps) {
  const { t } = useTranslation('playground')
  const id = useId()
  const { data: groups = {} } = useQuery(groupsQuery)
  const { group, temperature, maxTokens, system } = settings
  const names = [...new Set([...Object.keys(groups), ...(group ? [group] : [])])]
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-col gap-1">
        <label htmlFor={`${id}-group`}>{t('settings.group')}</label>
        <Select
          id={`${id}-group`}
          value={group}
          options={[
            { value: '', label: t('settings.ownGroup') },
            ...names.map((value) => ({ value, label: groupLabel(value, groups[value]) })),
          ]}
          onChange={(next) => onChange({ group: next })}
        />
      </div>
      <LaneFields {...lanes} group={group || ownGroup} />
      <div className="flex flex-col gap-1">
        <Switch
          label={t('settings.temperature')}
          checked={temperature !== null}
          onChange={(on) => onChange({ temperature: on ? TEMPERATURE.first : null })}
        />
        {temperature !== null && (
          <span className="flex items-center gap-3">
            <input
              type="range"
              min={TEMPERATURE.min}
              max={TEMPERATURE.max}
              step={TEMPERATURE.step}
              value={temperature}
              aria-label={t('settings.temperature')}
              onChange={({ target }) => onChange({ temperature: Number(target.value) })}
              className="h-control min-w-0 flex-1 accent-primary"
            />
            <span className="w-8 text-right tabular-nums">{fixed(temperature, 1)}</span>
          </span>
        )}
      </div>
      <div className="flex flex-col gap-1">
        <label htmlFor={`${id}-tokens`}>{t('settings.maxTokens')}</label>
        <NumberField
          id={`${id}-tokens`}
          min={0}
          value={maxTokens}
          aria-describedby={`${id}-tokens-hint`}
          onChange={(next) => onChange({ maxTokens: next && Math.floor(next) })}
        />
        <span id={`${id}-tokens-hint`} className="text-muted text-small">
          {t('settings.maxTokensHint')}
        </span>
      </div>
      <div className="flex flex-col gap-1">
        <label htmlFor={`${id}-system`}>{t('settings.system')}</label>
        <Textarea
          id={`${id}-system`}
          rows={5}
          value={system}
          onChange={({ target }) => onChange({ system: target.value })}
        />
      </div>
      <JsonSettings settings={settings} onChange={onChange} />
    </div>
  )
}

const JsonDialog = lazy(() => import('./request/json-dialog.tsx'))
const ICON = { size: 14, 'aria-hidden': true } as const

interface JsonSettingsProps {
  settings: SharedSettings
  onChange: (patch: Partial<SharedSettings>) => void
}

/** Opens the editors of the functions that a model may call, and of the schema of its answer. */
function JsonSettings({ settings, onChange }: JsonSettingsProps) {
  const { t } = useTranslation('playground')
  const [edited, setEdited] = useState<'tools' | 'schema'>()
  const tools = readTools(settings.tools)
  const schema = readSchema(settings.schema)
  return (
    <div className="flex flex-col items-stretch gap-2">
      <Button className="justify-start!" icon={<Wrench {...ICON} />} onClick={() => setEdited('tools')}>
        <span className="min-w-0 flex-1 truncate text-start">{t('tools.title')}</span>
        <span className="text-muted text-small">{tools.length > 0 ? tools.length : t('tools.none')}</span>
      </Button>
      <Button className="justify-start!" icon={<Braces {...ICON} />} onClick={() => setEdited('schema')}>
        <span className="min-w-0 flex-1 truncate text-start">{t('schema.title')}</span>
        <span className="truncate text-muted text-small">{schema?.name ?? t('schema.none')}</span>
      </Button>
      {edited && (
        <Suspense>
          <JsonDialog
            kind={edited}
            text={settings[edited]}
            onSave={(text) => {
              onChange({ [edited]: text })
              setEdited(undefined)
            }}
            onClose={() => setEdited(undefined)}
          />
        </Suspense>
      )}
    </div>
  )
}

interface LaneFieldsProps {
  lanes: readonly Lane[]
  /** The group whose models are offered. */
  group: string
  /** Why no model can be added or removed now. */
  busy: string | false
  onLanes: (lanes: readonly Lane[]) => void
  onAddLane: (lane: Lane) => void
  onRemoveLane: (id: string) => void
}

const withMark = (option: Option): Option => ({ ...option, icon: <ModelMark model={option.value} /> })

/** The models of the conversation: one, or several to compare. */
function LaneFields({ lanes, group, busy, onLanes, onAddLane, onRemoveLane }: LaneFieldsProps) {
  const { t } = useTranslation('playground')
  const id = useId()
  const { data: prices } = useQuery(pricingQuery)
  const status = useStatus()
  const options = modelOptions(prices?.rows ?? [], group, status).map(withMark)
  const unused = options.find(({ value }) => lanes.every(({ model }) => model !== value))
  return (
    <div className="flex flex-col gap-2">
      {lanes.map((lane, at) => (
        <div key={lane.id} className="flex flex-col gap-1">
          <label htmlFor={`${id}-${lane.id}`}>
            {at === 0 ? t('settings.model') : t('settings.modelNumber', { number: at + 1 })}
          </label>
          <span className="flex items-center gap-1">
            <Combobox
              id={`${id}-${lane.id}`}
              className="min-w-0 flex-1"
              options={options}
              value={lane.model}
              placeholder={t('settings.modelHint')}
              onChange={(model) => onLanes(lanes.map((one) => (one === lane ? { ...one, model } : one)))}
            />
            {lanes.length > 1 && (
              <IconButton
                size="small"
                label={t('lanes.remove', { model: lane.model })}
                icon={<X size={14} aria-hidden />}
                disabledReason={busy}
                onClick={() => onRemoveLane(lane.id)}
              />
            )}
          </span>
        </div>
      ))}
      {lanes.length < MAX_MODELS && (
        <Button
          size="small"
          className="self-start"
          icon={<Plus size={14} aria-hidden />}
          disabledReason={busy || (options.length === 0 && t('composer.noModels'))}
          onClick={() => onAddLane({ id: freeLaneId(lanes), model: (unused ?? options[0])?.value ?? '' })}
        >
          {t('lanes.add')}
        </Button>
      )}
    </div>
  )
}
