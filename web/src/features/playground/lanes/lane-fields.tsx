import { useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { pricingQuery } from '#web/features/prices/public/pricing-query.ts'
import { ModelMark } from '#web/features/vendors/vendor-mark.tsx'
import { useStatus } from '#web/lib/status.ts'
import { Button } from '#web/ui/button.tsx'
import Combobox from '#web/ui/choice/combobox.tsx'
import type { Option } from '#web/ui/choice/combobox-option.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { freeLaneId, type Lane, MAX_MODELS } from '../book/book.ts'
import { modelOptions } from '../models/model-options.ts'

export interface LaneFieldsProps {
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
export function LaneFields({ lanes, group, busy, onLanes, onAddLane, onRemoveLane }: LaneFieldsProps) {
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
