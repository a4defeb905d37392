/** What the gateway is sent, and where: a form that the payer's browser posts. */
export interface PayForm {
  url: string
  data: Record<string, string>
}

/** The tab in which the payer will pay. */
export interface PaymentTab {
  /** Whether the payer has closed it before it led anywhere. */
  isClosed(): boolean
  /** Takes the payer to the gateway: in the new tab, or in this one where the browser opened none. */
  send(form: PayForm): void
  close(): void
}

/**
 * Opens the tab of a payment. Call it in the press that starts the payment: a tab that opens after waiting for the
 * server is a pop-up that browsers block. `note` stands in it meanwhile.
 */
export function openPaymentTab(note: string): PaymentTab {
  const tab = window.open('', '_blank')
  if (tab) {
    // The gateway's page must not be able to lead this one elsewhere.
    tab.opener = null
    tab.document.title = note
    tab.document.body.textContent = note
  }
  return {
    isClosed: () => tab?.closed ?? false,
    send: (form) => post(tab ? tab.document : document, form),
    close: () => tab?.close(),
  }
}

function post(page: Document, { url, data }: PayForm) {
  if (!/^https?:$/.test(new URL(url).protocol)) throw new Error('the payment address is no web address')
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
  // A field may be called "submit".
  HTMLFormElement.prototype.submit.call(form)
}
