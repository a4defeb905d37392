import Plus from 'lucide-react/icons/plus'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type SyncSettings, savePriceSync } from '#contract/api/price-sync.ts'
import { SYNC_SCHEDULES } from '#contract/prices/sync/price-changes.ts'
import { call } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Select } from '#web/ui/choice/select.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import { KNOWN_LISTS } from './known-lists.ts'
import { useSyncStep } from './sync-query.ts'

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/** Which lists are read, how often, and what they may change without a confirmation. */
export function SettingsCard({ settings }: { settings: SyncSettings }) {
  const { t } = useTranslation('priceSync')
  const { t: common } = useTranslation()
  const id = useId()
  const [sources, setSources] = useState(settings.sources.join('\n'))
  const [schedule, setSchedule] = useState(settings.schedule)
  const [maxChange, setMaxChange] = useState<number | null>(settings.max_change)
  const [maxLoss, setMaxLoss] = useState<number | null>(settings.max_loss)
  const lines = linesOf(sources)
  const wanted = { sources: lines, schedule, max_change: maxChange ?? Number.NaN, max_loss: maxLoss ?? Number.NaN }
  const isWrong = [wanted.max_change, wanted.max_loss].some(Number.isNaN)
  const save = useSyncStep(
    () => call(savePriceSync, { body: wanted }),
    () => toast.success(t('settings.saved')),
  )
  const isChanged = JSON.stringify(wanted) !== JSON.stringify(settings)
  return (
    <Card title={t('settings.title')}>
      <SourcesField text={sources} lines={lines} onChange={setSources} />
      <div className="grid gap-3 sm:grid-cols-3">
        <Labelled id={`${id}-schedule`} label={t('settings.schedule')} hint={t('settings.scheduleHint')}>
          <Select
            id={`${id}-schedule`}
            aria-describedby={`${id}-schedule-hint`}
            value={schedule}
            options={SYNC_SCHEDULES.map((value) => ({ value, label: t(`schedule.${value}`) }))}
            onChange={setSchedule}
          />
        </Labelled>
        <PercentField
          label={t('settings.maxChange')}
          hint={t('settings.maxChangeHint')}
          value={maxChange}
          onChange={setMaxChange}
        />
        <PercentField
          label={t('settings.maxLoss')}
          hint={t('settings.maxLossHint')}
          max={100}
          value={maxLoss}
          onChange={setMaxLoss}
        />
      </div>
      <div>
        <Button
          variant="primary"
          loading={save.isPending}
          disabledReason={isWrong ? t('settings.wrong') : !isChanged && t('settings.unchanged')}
          onClick={() => save.mutate(undefined)}
        >
          {common('action.save')}
        </Button>
      </div>
    </Card>
  )
}

interface SourcesProps {
  text: string
  lines: readonly string[]
  onChange: (text: string) => void
}

/** The addresses, and those of public lists to add with one press. */
function SourcesField({ text, lines, onChange }: SourcesProps) {
  const { t } = useTranslation('priceSync')
  const id = useId()
  const offered = KNOWN_LISTS.filter(({ address }) => !lines.includes(address))
  return (
    <>
      <Labelled id={id} label={t('settings.sources')} hint={t('settings.sourcesHint')}>
        <Textarea
          code
          id={id}
          aria-describedby={`${id}-hint`}
          value={text}
          onChange={(event) => onChange(event.target.value)}
        />
      </Labelled>
      {offered.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {offered.map(({ name, address }) => (
            <Button
              key={name}
              size="small"
              icon={<Plus size={14} aria-hidden />}
              onClick={() => onChange([...lines, address].join('\n'))}
            >
              {name}
            </Button>
          ))}
        </div>
      )}
    </>
  )
}

interface PercentProps {
  label: string
  hint: string
  max?: number
  value: number | null
  onChange: (value: number | null) => void
}

function PercentField({ label, hint, ...rest }: PercentProps) {
  const id = useId()
  return (
    <Labelled id={id} label={label} hint={hint}>
      <NumberField id={id} aria-describedby={`${id}-hint`} unit="%" min={0} decimals {...rest} />
    </Labelled>
  )
}

interface LabelledProps {
  id: string
  label: string
  hint: string
  children: ReactNode
}

/** Looks like a field of a form, without what a form is validated with: pages load that with forms alone. */
function Labelled({ id, label, hint, children }: LabelledProps) {
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1 block">
        {label}
      </label>
      {children}
      <div id={`${id}-hint`} className="mt-1 text-muted text-small">
        {hint}
      </div>
    </div>
  )
}
