import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { PaymentReceipt } from '#contract/api/payment-receipts.ts'
import { amountText, type BillingDetails } from '#contract/payment-receipts.ts'
import { useMethodText } from './methods.ts'

/** A numbered receipt or credit note, as it is printed. */
export function ReceiptSheet({ receipt }: { receipt: PaymentReceipt }) {
  const { t } = useTranslation('receipts')
  const { t: wallet } = useTranslation('wallet')
  const methodText = useMethodText()
  const { kind, currency, total, tax, seller, buyer } = receipt
  return (
    <article data-sheet aria-label={`${t(`receipt.${kind}`)} ${receipt.number}`} className="surface p-6 max-sm:p-4">
      <header className="mb-6 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <h2 className="text-title">{t(`receipt.${kind}`)}</h2>
        <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1">
          <Line name={t('receipt.number')}>{receipt.number}</Line>
          <Line name={t('receipt.date')}>{receipt.date}</Line>
          {receipt.corrects && <Line name={t('receipt.corrects')}>{receipt.corrects}</Line>}
        </dl>
      </header>
      <div className="mb-6 grid gap-x-8 gap-y-4 sm:grid-cols-2 print:grid-cols-2">
        <Party title={t('receipt.seller')} details={seller}>
          {seller.email}
        </Party>
        <Party title={t('receipt.customer')} details={buyer}>
          {t('receipt.account', { name: receipt.username })}
        </Party>
      </div>
      <table className="w-full tabular-nums">
        <thead className="text-muted text-small">
          <tr className="border-line border-b">
            <th className="py-1 text-left font-normal">{t('receipt.item')}</th>
            <th className="py-1 text-right font-normal">{t('receipt.amount')}</th>
          </tr>
        </thead>
        <tbody>
          <tr className="border-line border-b">
            <td className="py-2">{t(`receipt.bought_${kind}`, { credit: receipt.credit })}</td>
            <td className="whitespace-nowrap py-2 text-right">{amountText(total, currency)}</td>
          </tr>
        </tbody>
        <tfoot>
          {receipt.tax_rate > 0 && (
            <>
              <Sum name={t('receipt.net')} amount={amountText(total - tax, currency)} />
              <Sum
                name={t('receipt.tax', { name: receipt.tax_name || t('receipt.taxName'), rate: receipt.tax_rate })}
                amount={amountText(tax, currency)}
              />
            </>
          )}
          <tr className="font-strong text-lead">
            <th className="pt-3 text-left font-strong">{t('receipt.total')}</th>
            <td className="whitespace-nowrap pt-3 text-right">{amountText(total, currency)}</td>
          </tr>
        </tfoot>
      </table>
      <dl className="mt-6 grid grid-cols-[auto_1fr] gap-x-6 gap-y-1 text-small">
        <Line name={wallet('orders.no')}>{receipt.trade_no}</Line>
        {receipt.gateway_trade_no && <Line name={t('receipt.payment')}>{receipt.gateway_trade_no}</Line>}
        <Line name={wallet('orders.method')}>{methodText(receipt.method)}</Line>
      </dl>
      {seller.footer && <p className="mt-6 whitespace-pre-line text-muted text-small">{seller.footer}</p>}
    </article>
  )
}

function Party({ title, details, children }: { title: string; details: BillingDetails | null; children: ReactNode }) {
  const { t } = useTranslation('receipts')
  return (
    <section className="min-w-0 wrap-break-word">
      <h3 className="font-normal text-muted text-small">{title}</h3>
      {details?.name && <p className="font-strong">{details.name}</p>}
      {details?.address && <p className="whitespace-pre-line">{details.address}</p>}
      {details?.tax_id && <p>{t('receipt.taxId', { id: details.tax_id })}</p>}
      {children && <p>{children}</p>}
    </section>
  )
}

function Sum({ name, amount }: { name: string; amount: string }) {
  return (
    <tr>
      <th className="pt-2 text-left font-normal">{name}</th>
      <td className="whitespace-nowrap pt-2 text-right">{amount}</td>
    </tr>
  )
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 break-all text-right tabular-nums">{children}</dd>
    </>
  )
}
