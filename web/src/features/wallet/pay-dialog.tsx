import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pay } from '#contract/api/topup.ts'
import { paidText } from '#web/lib/format-prices.ts'
import { FactLines } from '#web/ui/facts.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import type { NamedAmount } from './amounts.ts'
import { isConfirmedMethod } from './methods.ts'
import { callPayment, paymentFailure } from './payment-call.ts'

interface Props {
  order: {
    amount: NamedAmount
    /** The amount as displayed. */
    worth: string
    /** In `currency`, with two decimals. */
    money: string
    currency: string
    method: string
    methodName: string
  }
  /** Receives the number of the order whose payment was started, or null. */
  onClose: (tradeNo: string | null) => void
}

/** An order that is being created. After cancelling, its response is ignored. */
interface Attempt {
  /** None for a bank transfer: its data is shown on the wallet page. */
  tab: PaymentTab | undefined
  stop: AbortController
}

/** Confirms amount and price, then opens the gateway in a new tab. */
export default function PayDialog({ order, onClose }: Props) {
  const { t } = useTranslation('wallet')
  const { amount, worth, method, currency } = order
  const [money, setMoney] = useState(order.money)
  const [note, setNote] = useState('')
  // An order created at another price than the confirmed one waits for a second confirmation.
  const [made, setMade] = useState<PayForm | null>(null)

  const given = useRef<AbortController>(null)

  const create = useMutation({
    mutationFn: ({ stop }: Attempt) => callPayment(pay, { body: { ...amount, payment_method: method } }, stop.signal),
    meta: { inline: true },
    onError: (_error, { tab }) => tab?.close(),
    onSuccess: (form, { tab, stop }) => (stop.signal.aborted ? tab?.close() : go(form, tab)),
  })
  const isTransfer = isConfirmedMethod(method)
  function go(form: PayForm, tab: PaymentTab | undefined) {
    const asked = form.redirect?.money ?? form.data.money ?? money
    if (tab?.isClosed() || asked !== money) {
      tab?.close()
      setMade(form)
      setMoney(asked)
      setNote(asked === money ? t('confirm.closed') : t('confirm.changed'))
      return
    }
    tab?.send(form)
    onClose(form.redirect?.trade_no ?? form.data.out_trade_no ?? null)
  }
  const submit = () => {
    const tab = isTransfer ? undefined : openPaymentTab(t('confirm.opening'))
    setNote('')
    if (made) go(made, tab)
    else {
      given.current = new AbortController()
      create.mutate({ tab, stop: given.current })
    }
  }
  const cancel = () => {
    given.current?.abort()
    onClose(null)
  }
  const price = paidText({ money: Number(money), currency })
  return (
    <Dialog
      title={t('confirm.title')}
      onClose={cancel}
      action={{
        label: isTransfer ? t('transfer.order') : t('confirm.action', { price }),
        loading: create.isPending,
        onClick: submit,
      }}
    >
      <FactLines
        facts={[
          { name: t('confirm.amount'), value: worth },
          { name: t('confirm.pay'), value: price },
          { name: t('confirm.method'), value: order.methodName },
        ]}
      />
      <p className="mt-3">{t('confirm.sure')}</p>
      <p className="mt-1 text-muted text-small">{isTransfer ? t('transfer.next') : t('confirm.tab')}</p>
      <p role="alert" className="mt-2 text-danger empty:hidden">
        {note || (create.error && paymentFailure(create.error, (message) => t('topup.priceFailed', { message })))}
      </p>
    </Dialog>
  )
}

/** The gateway's URL and fields: a form that the payer's browser posts, or with `redirect` a link that it follows. */
interface PayForm {
  url: string
  data: Record<string, string>
  redirect?: { trade_no: string; money: string } | undefined
}

/** The tab in which the payer pays. */
interface PaymentTab {
  /** Returns whether the payer closed the tab before it was redirected. */
  isClosed(): boolean
  /** Redirects to the gateway: in the new tab, or in this tab if the browser opened none. */
  send(form: PayForm): void
  close(): void
}

/**
 * Opens the tab of a payment. Call it in the click handler that starts the payment: browsers block tabs that
 * are opened after waiting for the server. The tab shows `note` meanwhile.
 */
function openPaymentTab(note: string): PaymentTab {
  const tab = window.open('', '_blank')
  if (tab) {
    // The gateway's page must not be able to navigate this one.
    tab.opener = null
    tab.document.title = note
    tab.document.body.textContent = note
  }
  return {
    isClosed: () => tab?.closed ?? false,
    send: (form) => {
      if (!/^https?:$/.test(new URL(form.url).protocol)) throw new Error('the payment address is no web address')
      if (form.redirect) (tab ?? window).location.assign(form.url)
      else post(tab ? tab.document : document, form)
    },
    close: () => tab?.close(),
  }
}

function post(page: Document, { url, data }: PayForm) {
  const form = page.createElement('form')
  form.method = 'post'
  form.action = url
  form.hidden = true
  for (const [name, value] of Object.entries(data)) {
    const input = page.createElement('input')
    input.type = 'hidden'
    input.name = name
    input.value = value
    form.append(input)
  }
  page.body.append(form)
  // A form field may be named "submit" and hide the method.
  HTMLFormElement.prototype.submit.call(form)
}
