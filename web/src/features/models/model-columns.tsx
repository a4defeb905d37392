import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { CatalogueRow } from '#contract/api/models.ts'
import type { ModelMeasure } from '#contract/api/traffic.ts'
import {
  AvailabilityIcon,
  BillingTag,
  Cost,
  GroupTags,
  priceTexts,
  ratioTexts,
} from '#web/features/prices/public/price-cells.tsx'
import type { Viewed } from '#web/features/prices/public/viewed.ts'
import { DASH, formatDuration, fullNumber } from '#web/lib/format.ts'
import { useMedia } from '#web/lib/media.ts'
import { tipIfCut } from '#web/ui/tooltip.tsx'
import { tokenCount } from './card-words.ts'
import { ModelLink } from './model-link.tsx'
import { RetirementDay, RetirementMark } from './retirement.tsx'
import { useDescription } from './use-description.ts'

/** The facts that a cell is drawn from. */
export interface CellProps {
  row: CatalogueRow
  /** With the price ratio of this row. */
  view: Viewed
  measure: ModelMeasure | undefined
}

export interface ModelColumn {
  id: string
  /** Explains the name. */
  name: string
  help?: string
  width?: string | undefined
  isSortable?: boolean
  isNumber?: boolean
  isMuted?: boolean
  cell(props: CellProps): ReactNode
}

/** Least widths of the window that have room for further columns. */
const ROOM = {
  some: '(min-width: 1024px)',
  much: '(min-width: 1200px)',
  wide: '(min-width: 1400px)',
  most: '(min-width: 1600px)',
}
const GROUPS_SHOWN = 3

interface ColumnsProps {
  isPriceList: boolean
  hasCosts: boolean
  onView: (group: string) => void
}

/** The columns of the table of models that the view has and the window has room for. */
export function useModelColumns({ isPriceList, hasCosts, onView }: ColumnsProps): readonly ModelColumn[] {
  const { t } = useTranslation(['models', 'pricing'])
  const [some, much] = [useMedia(ROOM.some), useMedia(ROOM.much)]
  const [wide, most] = [useMedia(ROOM.wide), useMedia(ROOM.most)]
  // The names are new on every render; what they follow from decides.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  return useMemo(() => {
    const number = (id: string, name: string, width: string, cell: ModelColumn['cell'], isMuted = false) => ({
      ...{ id, name, width, cell, isMuted, isNumber: true, isSortable: true },
    })
    const text = (id: string, name: string, width: string | undefined, cell: ModelColumn['cell']) => ({
      ...{ id, name, width, cell },
    })
    const name = {
      ...text('name', t('pricing:column.name'), isPriceList ? undefined : 'w-[22%] max-lg:w-[40%]', ModelLink),
      isSortable: true,
    }
    const price = (id: 'input' | 'output', width: string) =>
      number(id, t(`pricing:column.${id}`), width, ({ row, view }) => priceTexts(row, view.ratio, view.display)[id])
    const prices = [
      price('input', 'w-32 lang-en:w-27'),
      price('output', 'w-32 lang-en:w-28'),
      hasCosts && number('cost', t('pricing:column.cost'), 'w-24', Cost),
    ]
    const day = (id: 'released' | 'retires', cell: ModelColumn['cell']) =>
      number(id, t(`column.${id}`), 'w-24', cell, true)
    const columns = isPriceList
      ? [
          text('available', t('pricing:column.available'), 'w-17 lang-en:w-20', Availability),
          name,
          much && text('type', t('pricing:column.type'), 'w-20', BillingTag),
          much &&
            text('groups', t('pricing:column.groups'), 'w-44', ({ row, view }) => (
              <GroupTags row={row} view={view} onView={onView} most={GROUPS_SHOWN} />
            )),
          wide && {
            ...text('ratios', t('pricing:column.ratios'), 'w-50 lang-en:w-58', Ratios),
            help: t('pricing:ratio.help'),
          },
          ...prices,
        ]
      : [
          name,
          most && text('about', t('column.about'), undefined, About),
          (hasCosts ? most : much) && text('features', t('column.features'), undefined, Features),
          number('context', t('column.context'), 'w-20 lang-en:w-22', ({ row: { context } }) =>
            context === null ? DASH : tokenCount(context),
          ),
          ...prices,
          some &&
            number(
              'first_byte_ms',
              t('column.first_byte_ms'),
              'w-20 lang-en:w-22',
              ({ measure }) => (measure?.first_byte_ms == null ? DASH : formatDuration(measure.first_byte_ms)),
              true,
            ),
          some &&
            number(
              'tokens_per_second',
              t('column.tokens_per_second'),
              'w-24',
              ({ measure: { tokens_per_second: speed } = {} as ModelMeasure }) =>
                speed == null ? DASH : fullNumber(Math.round(speed)),
              true,
            ),
          most && day('released', ({ row }) => row.released ?? DASH),
          some && day('retires', RetirementDay),
        ]
    return columns.filter((column) => column !== false)
  }, [t, isPriceList, hasCosts, some, much, wide, most])
}

/** Prices leave no room for a column of days: a sign beside the availability says it. */
function Availability({ row, view }: CellProps) {
  return (
    <span className="flex items-center gap-1.5">
      <AvailabilityIcon row={row} view={view} />
      <RetirementMark row={row} />
    </span>
  )
}

function About({ row }: CellProps) {
  const about = useDescription(row)
  return (
    <span className="block truncate text-muted" {...tipIfCut(about)}>
      {about}
    </span>
  )
}

function Features({ row }: CellProps) {
  const { t } = useTranslation(['models', 'table'])
  const features = row.features.map((feature) => t(`feature.${feature}`)).join(t('table:names.separator'))
  return (
    <span className="block truncate text-muted text-small" {...tipIfCut(features)}>
      {features}
    </span>
  )
}

function Ratios({ row, view }: CellProps) {
  const { t } = useTranslation('pricing')
  const text = ratioTexts({ row, view }, t).join(' · ')
  return (
    <span className="block truncate text-small" {...tipIfCut(text)}>
      {text}
    </span>
  )
}
