import CircleCheck from 'lucide-react/icons/circle-check'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { cx } from '#web/lib/cx.ts'
import { decimals, formatQuota, fullNumber } from '#web/lib/format.ts'
import { formatPrice } from '#web/lib/format-prices.ts'
import { useStatus } from '#web/lib/status.ts'
import type { LogRow } from '../rows/log-list.ts'
import { type Bill, billOf, reasoningOf } from './bill.ts'
import { Section } from './section.tsx'

/** Shows the computation of the charge line by line; nothing for rows that are not charged calls. */
export function BillTable({ log }: { log: LogRow }) {
  const { t } = useTranslation('logs')
  const status = useStatus()
  const bill = billOf(log.facts, status.quota_per_unit)
  if (!bill) return null
  const reasoning = reasoningOf(log.facts)
  const dollars = (usd: number) => formatPrice(usd, status)
  const carries = bill.carryIn !== 0 || bill.carryOut !== 0
  return (
    <Section title={t('bill.title')}>
      <table className="w-full border-separate border-spacing-0 tabular-nums">
        <Heads />
        <tbody>
          {bill.call && (
            <Sum label={t('bill.call', { price: dollars(bill.call.price) })} value={exact(bill.call.units)} />
          )}
          {bill.lines.map(({ component, tokens, price, ratios, units }) => (
            <tr key={component}>
              <Cell as="th">
                {t(`component.${component}`)}
                {component === 'output' && reasoning > 0 && (
                  <span className="block text-small text-muted">
                    {t('bill.reasoning', { tokens: number(reasoning) })}
                  </span>
                )}
              </Cell>
              <Cell end>{number(tokens)}</Cell>
              <Cell end wide>
                {dollars(price)}
              </Cell>
              <Cell end>× {ratios.map(number).join(' × ')}</Cell>
              <Cell end>{exact(units)}</Cell>
            </tr>
          ))}
          {bill.tools.map(({ tool, calls, price, units }) => (
            <tr key={tool}>
              <Cell as="th">{t(`tool.${tool}`)}</Cell>
              <Cell end>{t('bill.calls', { count: calls, calls: number(calls) })}</Cell>
              <Cell end wide />
              <Cell end>× {dollars(price)}</Cell>
              <Cell end>{exact(units)}</Cell>
            </tr>
          ))}
          {bill.lines.length + bill.tools.length > 1 && <Sum label={t('bill.subtotal')} value={exact(bill.subtotal)} />}
          {bill.told && (
            <Sum label={t('bill.told')} factor={`→ ${dollars(bill.told.price)}`} value={exact(bill.told.units)} />
          )}
          <Sum
            label={t(bill.userRatio === 1 ? 'bill.group' : 'bill.groupAndUser')}
            factor={`× ${[bill.groupRatio, ...(bill.userRatio === 1 ? [] : [bill.userRatio])].map(number).join(' × ')}`}
            value={`= ${thousandths(bill.cost)}`}
          />
          {bill.waived && <Sum label={t(`bill.waived.${bill.waived}`)} value={`→ ${thousandths(0)}`} />}
          {bill.payable !== null && <Sum label={t('bill.payable')} value={`→ ${thousandths(bill.payable)}`} />}
          {bill.exact && carries && <Sum label={t('bill.carryIn')} value={signed('+', bill.carryIn)} />}
          {bill.exact && carries && <Sum label={t('bill.carryOut')} value={signed('−', bill.carryOut)} />}
          <Sum
            strong
            label={t('bill.charge')}
            factor={formatQuota(bill.charge, status, 6)}
            value={number(bill.charge)}
          />
        </tbody>
      </table>
      <Verdict bill={bill} charged={log.quota} />
    </Section>
  )
}

function Heads() {
  const { t } = useTranslation('logs')
  return (
    <thead className="text-small text-muted">
      <tr>
        <Cell as="th">{t('bill.item')}</Cell>
        <Cell as="th" end>
          {t('bill.tokens')}
        </Cell>
        <Cell as="th" end wide>
          {t('bill.price')}
        </Cell>
        <Cell as="th" end>
          {t('bill.ratio')}
        </Cell>
        <Cell as="th" end>
          {t('bill.units')}
        </Cell>
      </tr>
    </thead>
  )
}

/** Shows whether the computed charge equals the recorded one. */
function Verdict({ bill, charged }: { bill: Bill; charged: number }) {
  const { t } = useTranslation('logs')
  if (!bill.exact) return <p className="mt-1 text-small text-muted">{t('bill.reference')}</p>
  const matches = bill.charge === charged
  const Icon = matches ? CircleCheck : TriangleAlert
  return (
    <p className={cx('mt-1 flex items-center gap-1 text-small', matches ? 'text-success' : 'text-danger')}>
      <Icon size={14} aria-hidden className="shrink-0" />
      {t(matches ? 'bill.matches' : 'bill.differs', { charged: number(charged) })}
    </p>
  )
}

interface SumProps {
  label: string
  factor?: string
  value: string
  strong?: boolean
}

function Sum({ label, factor, value, strong }: SumProps) {
  return (
    <tr className={cx(strong && 'font-strong')}>
      <Cell as="th" span={2} strong={strong}>
        {label}
      </Cell>
      <Cell wide strong={strong} />
      <Cell end strong={strong}>
        {factor}
      </Cell>
      <Cell end strong={strong}>
        {value}
      </Cell>
    </tr>
  )
}

interface CellProps {
  as?: 'th' | 'td'
  end?: boolean
  /** Hidden where there is little room. */
  wide?: boolean
  strong?: boolean
  span?: number
  children?: ReactNode
}

function Cell({ as: Tag = 'td', end, wide, strong, span, children }: CellProps) {
  return (
    <Tag
      colSpan={span}
      className={cx(
        'border-line border-b py-1 pe-3 align-top last:whitespace-nowrap last:pe-0',
        end ? 'text-end' : 'text-start',
        !strong && 'font-normal',
        wide && 'hidden @md:table-cell',
      )}
    >
      {children}
    </Tag>
  )
}

const number = (value: number) => fullNumber(value)
/** Formats an unrounded value: fractions below a thousandth count in the sum. */
const exact = (value: number) => decimals(value, 3, 6)
/** Formats an addition or subtraction. After a refund, the carry may be negative. */
const signed = (sign: '+' | '−', value: number) =>
  `${value >= 0 ? sign : sign === '+' ? '−' : '+'} ${thousandths(Math.abs(value))}`
const thousandths = (value: number) => decimals(value, 3, 3)
