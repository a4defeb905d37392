import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { groupsQuery } from '#web/features/tokens/token-list.ts'
import { Select } from '#web/ui/choice/select.tsx'
import { Switch } from '#web/ui/choice/switch.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { type SharedSettings, TEMPERATURE } from './conversation/conversation.ts'
import { LaneFields, type LaneFieldsProps } from './lanes/lane-fields.tsx'
import { JsonSettings } from './request/json-settings-buttons.tsx'

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
            ...names.map((value) => ({ value, label: groups[value] ? `${value} · ${groups[value]}` : value })),
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
            <span className="w-8 text-right tabular-nums">{temperature.toFixed(1)}</span>
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
