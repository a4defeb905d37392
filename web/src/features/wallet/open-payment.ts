/** The gateway's URL and fields: a form that the payer's browser posts, or with `redirect` a link that it follows. */
export interface PayForm {
  url: string
  data: Record<string, string>
  redirect?: { trade_no: string; money: string } | undefined
}

/** The tab in which the payer pays. */
export interface PaymentTab {
  /** Returns whether the payer closed the tab before it was redirected. */
  isClosed(): boolean
  /** Redirects to the gateway: in the new tab, or in this one if the browser opened none. */
  send(form: PayForm): void
  close(): void
}

/**
 * Opens the tab of a payment. Call it in the click handler that starts the payment: browsers block tabs that
 * are opened after waiting for the server. The tab shows `note` meanwhile.
 */
export function openPaymentTab(note: string): PaymentTab {
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
