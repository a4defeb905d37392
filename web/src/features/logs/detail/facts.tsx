import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { EstimateBasis, Receipt } from '#contract/receipt.ts'
import { LOG_TYPE } from '#contract/statuses.ts'
import { SCRIPTS } from '#contract/text-scripts.ts'
import { describeConditions } from '#web/features/prices/public/describe-conditions.ts'
import { ModelName } from '#web/features/vendors/vendor-mark.tsx'
import { formatPercent, fullNumber } from '#web/lib/format.ts'
import { shortRatio } from '#web/lib/format-prices.ts'
import { CopyButton } from '#web/ui/copy/copy.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { Money } from '#web/ui/money.tsx'
import { GroupTag } from '#web/ui/tag.tsx'
import { tip } from '#web/ui/tooltip.tsx'
import { type Change, only, onlyToken } from '../filters/value-filters.ts'
import type { LogRow } from '../rows/log-list.ts'
import { isTest } from '../rows/row-text.ts'

function PriceRules({ rules }: { rules: NonNullable<Receipt['price_rules']> }) {
  const { t, i18n } = useTranslation('pricing')
  return rules.map((rule) => describeConditions(rule, t, i18n.language)).join('; ')
}

/** What the vendor charges, in thousandths of a unit; null = unknown. */
function Cost({ cost }: { cost: number | null }) {
  const { t } = useTranslation('logs')
  return cost === null ? t('fact.costUnknown') : <Money quota={cost / 1000} digits={6} />
}

/** Lists the details of a call as name and value. Missing values are omitted. */
export function CallFacts({ log, admin }: { log: LogRow; admin: boolean }) {
  const { t } = useTranslation('logs')
  const {
    receipt,
    endReason,
    code,
    requestId,
    group,
    upstreamModel,
    requestedModel,
    omitted,
    vendorReason,
    unpaid,
    spoken,
    sessionId,
    responseId,
  } = log.facts
  return (
    <Facts
      className="grid-cols-2 @lg:grid-cols-3"
      facts={[
        requestId && { name: t('fact.request'), value: <RequestId id={requestId} />, wide: true },
        log.token_name && {
          name: t('column.token'),
          value: isTest(log) ? t('row.test') : <OnlyLink name={log.token_name} change={onlyToken(log)} />,
        },
        admin &&
          log.username && {
            name: t('column.user'),
            value: (
              <OnlyLink name={log.username} change={only('username', log.username)} more={`(ID ${log.user_id})`} />
            ),
          },
        admin && log.channel > 0 && { name: t('column.channel'), value: <ChannelFact log={log} /> },
        log.model_name && {
          name: t('column.model'),
          value: (
            <OnlyLink name={log.model_name} change={only('model_name', log.model_name)}>
              <ModelName model={log.model_name} />
            </OnlyLink>
          ),
        },
        requestedModel && { name: t('fact.requestedModel'), value: requestedModel },
        admin && upstreamModel && { name: t('fact.upstreamModel'), value: upstreamModel },
        admin && log.type === LOG_TYPE.consume && { name: t('fact.cost'), value: <Cost cost={log.cost ?? null} /> },
        group && { name: t('fact.group'), value: <GroupTag group={group} /> },
        ...(spoken
          ? [
              { name: t('component.audioInput'), value: fullNumber(spoken.audioInput) },
              { name: t('component.audioOutput'), value: fullNumber(spoken.audioOutput) },
              { name: t('component.input'), value: fullNumber(spoken.textInput) },
              { name: t('component.output'), value: fullNumber(spoken.textOutput) },
            ]
          : []),
        sessionId && { name: t('fact.session'), value: <code className="break-all">{sessionId}</code> },
        responseId && { name: t('fact.response'), value: <code className="break-all">{responseId}</code> },
        endReason && { name: t('fact.end'), value: t(`end.${endReason}`) },
        code && { name: t('fact.code'), value: <ErrorCode log={log} /> },
        vendorReason && { name: t('fact.vendorReason'), value: <code className="break-all">{vendorReason}</code> },
        unpaid !== null && { name: t('fact.unpaid'), value: <Money quota={unpaid} /> },
        omitted.length > 0 && { name: t('fact.omitted'), value: omitted.join(', '), wide: true },
        receipt?.abort_policy && { name: t('fact.abort'), value: t(`abort.${receipt.abort_policy}`) },
        receipt?.tier && { name: t('fact.tier'), value: `${receipt.tier.name} × ${shortRatio(receipt.tier.factor)}` },
        receipt?.price_rules && {
          name: t('fact.priceRules'),
          value: <PriceRules rules={receipt.price_rules} />,
          wide: true,
        },
        receipt && cachedShare(receipt) && { name: t('fact.cached'), value: cachedShare(receipt) },
        receipt && { name: t('fact.source'), value: <UsageSource receipt={receipt} />, wide: !!receipt.estimate },
        receipt?.price_version && { name: t('fact.prices'), value: <code>{receipt.price_version}</code> },
      ]}
    />
  )
}

interface OnlyLinkProps {
  name: string
  change: Change
  /** Behind the link. */
  more?: string
  /** Instead of the name. */
  children?: ReactNode
}

/** A value of the row; it leads to the rows that share it. */
function OnlyLink({ name, change, more, children }: OnlyLinkProps) {
  const { t } = useTranslation('logs')
  return (
    <>
      <Link
        from="/log"
        to="/log"
        search={({ p: _page, row: _row, ...search }) => ({ ...search, ...change })}
        aria-label={t('narrow.rows', { name })}
        {...tip(t('narrow.rows', { name }))}
        className="underline decoration-line underline-offset-2 hover:decoration-current"
      >
        {children ?? name}
      </Link>
      {more && ` ${more}`}
    </>
  )
}

/** The channel's name and id: the id leads to the rows of the channel, the name to the channel. */
function ChannelFact({ log: { channel, channel_name: name } }: { log: LogRow }) {
  const { t } = useTranslation('logs')
  const rows = <OnlyLink name={`#${channel}`} change={only('channel', channel)} />
  if (!name) return rows
  return (
    <span className="flex flex-wrap gap-x-2">
      <Link
        to="/channel/$id"
        params={{ id: channel }}
        aria-label={t('fact.openChannel', { name })}
        className="underline decoration-line underline-offset-2 hover:decoration-current"
      >
        {name}
      </Link>
      {rows}
    </span>
  )
}

/** The code of the error that the caller received; it leads to its line in the documentation. */
function ErrorCode({ log }: { log: LogRow }) {
  const { t } = useTranslation('logs')
  const { code, status } = log.facts
  return (
    <span className="flex flex-wrap gap-x-2">
      <Link
        to="/docs/$page"
        params={{ page: 'errors' }}
        hash={code}
        {...tip(t('fact.aboutCode'))}
        className="underline decoration-line underline-offset-2 hover:decoration-current"
      >
        <code lang="" className="break-all">
          {code}
        </code>
      </Link>
      {status !== null && <span className="text-muted tabular-nums">{status}</span>}
    </span>
  )
}

/** Returns the cached share of the input, such as `93.2%`; "" without any. */
function cachedShare({ usage }: Pick<Receipt, 'usage'>): string {
  const { input = 0, cacheRead = 0, cacheWrite5m = 0, cacheWrite1h = 0 } = usage
  return cacheRead > 0 ? formatPercent(cacheRead / (input + cacheRead + cacheWrite5m + cacheWrite1h)) : ''
}

function RequestId({ id }: { id: string }) {
  const { t } = useTranslation('logs')
  return (
    <span className="flex items-center gap-1">
      <code lang="" className="min-w-0 break-all">
        {id}
      </code>
      <CopyButton label={t('fact.copyRequest')} text={id} shown={id} />
    </span>
  )
}

/** Tells who counted the tokens of a call, and what they were estimated by. */
function UsageSource({ receipt: { usage_source, estimate } }: { receipt: Receipt }) {
  const { t } = useTranslation('logs')
  return (
    <>
      {t(`source.${usage_source}`)}
      {estimate && <Basis basis={estimate} />}
    </>
  )
}

/** The ratios of the model's family, and where they come from. */
function Basis({ basis: { family, calls, ratios } }: { basis: EstimateBasis }) {
  const { t } = useTranslation('logs')
  const words = SCRIPTS.flatMap((script, at) => {
    const ratio = ratios[at]
    return ratio === undefined ? [] : [`${t(`estimate.${script}`)} ${fullNumber(ratio)}`]
  })
  const models = family === 'other' ? t('estimate.others') : family
  return (
    <span className="block text-small text-muted tabular-nums">
      {calls > 0 ? t('estimate.learned', { family: models, count: calls }) : t('estimate.builtIn', { family: models })}
      <br />
      {t('estimate.ratios', { ratios: words.join(' · ') })}
    </span>
  )
}
