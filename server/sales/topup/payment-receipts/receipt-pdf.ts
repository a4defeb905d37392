import { PageSizes, PDFDocument, type PDFPage, rgb } from 'pdf-lib'
import type { PaymentReceipt } from '#contract/api/payment-receipts.ts'
import type { Language } from '#contract/errors.ts'
import { amountText } from '#contract/payment-receipts.ts'
import { openTextWriter, type TextWriter } from './pdf-text.ts'
import { methodName, type PaymentReceiptWords, RECEIPT_WORDS } from './receipt-words.ts'

/** The words for what a paper is about. */
const BOUGHT = { receipt: 'credit', credit_note: 'refund', correction: 'failed' } as const

/** Points, 72 an inch. */
const MARGIN = 56
const TEXT = 10
const SMALL = 8.5
const TITLE = 20
const LEADING = 1.45
const LINE = rgb(0.8, 0.8, 0.83)

/** A page, and how far it is filled from its top. */
interface Sheet {
  page: PDFPage
  writer: TextWriter
  y: number
  left: number
  right: number
}

/** Makes the PDF of a receipt on one A4 page. */
export async function receiptPdf(receipt: PaymentReceipt, language: Language): Promise<Uint8Array<ArrayBuffer>> {
  const words = RECEIPT_WORDS[language]
  const document = await PDFDocument.create()
  document.setTitle(`${words[receipt.kind]} ${receipt.number}`)
  document.setAuthor(receipt.seller.name)
  document.setLanguage(language)
  // The same receipt is the same file.
  const at = new Date(`${receipt.date}T00:00:00Z`)
  document.setCreationDate(at)
  document.setModificationDate(at)
  const page = document.addPage(PageSizes.A4)
  const { width, height } = page.getSize()
  const writer = await openTextWriter(document)
  const sheet = { page, writer, y: height - MARGIN - TITLE, left: MARGIN, right: width - MARGIN }
  writeHead(sheet, receipt, words)
  writeParties(sheet, receipt, words)
  writeItem(sheet, receipt, words)
  writePayment(sheet, receipt, words, language)
  writeFooter(sheet, receipt)
  return (await document.save()) as Uint8Array<ArrayBuffer>
}

function writeHead(sheet: Sheet, receipt: PaymentReceipt, words: PaymentReceiptWords) {
  const { page, writer, left, right } = sheet
  writer.line(page, words[receipt.kind], { x: left, y: sheet.y, size: TITLE, bold: true })
  const facts: [string, string][] = [
    [words.number, receipt.number],
    [words.date, receipt.date],
  ]
  if (receipt.corrects) facts.push([words.corrects, receipt.corrects])
  let y = sheet.y + TITLE - TEXT
  for (const [name, value] of facts) {
    writer.line(page, name, { x: right - 150, y, size: TEXT, muted: true })
    writer.line(page, value, { x: right, y, size: TEXT, align: 'end' })
    y -= TEXT * LEADING
  }
  sheet.y = y - 24
}

/** The seller on the left, the customer on the right. */
function writeParties(sheet: Sheet, { seller, buyer, username }: PaymentReceipt, words: PaymentReceiptWords) {
  const half = (sheet.right - sheet.left - 24) / 2
  const taxId = (id: string) => (id ? [`${words.taxId}: ${id}`] : [])
  const top = sheet.y
  const from = [seller.address, ...taxId(seller.tax_id), seller.email]
  const to = [buyer?.address ?? '', ...taxId(buyer?.tax_id ?? ''), `${words.account}: ${username}`]
  const ends = [
    writeParty(sheet, words.seller, seller.name, from, sheet.left, half),
    writeParty({ ...sheet, y: top }, words.buyer, buyer?.name ?? '', to, sheet.left + half + 24, half),
  ]
  sheet.y = Math.min(...ends) - 28
}

function writeParty(sheet: Sheet, title: string, name: string, texts: string[], x: number, width: number): number {
  const { page, writer } = sheet
  let { y } = sheet
  writer.line(page, title, { x, y, size: SMALL, muted: true })
  y -= SMALL * LEADING + 3
  for (const line of name ? writer.wrap(name, TEXT + 1, width) : []) {
    writer.line(page, line, { x, y, size: TEXT + 1, bold: true })
    y -= (TEXT + 1) * LEADING
  }
  for (const line of texts.filter(Boolean).flatMap((text) => writer.wrap(text, TEXT, width))) {
    writer.line(page, line, { x, y, size: TEXT })
    y -= TEXT * LEADING
  }
  return y
}

function writeItem(sheet: Sheet, receipt: PaymentReceipt, words: PaymentReceiptWords) {
  const { page, writer, left, right } = sheet
  const { total, tax, currency } = receipt
  const row = (name: string, value: string, style: { size?: number; bold?: boolean; muted?: boolean } = {}) => {
    const look = { size: TEXT, ...style }
    writer.line(page, name, { x: left, y: sheet.y, ...look })
    writer.line(page, value, { x: right, y: sheet.y, align: 'end', ...look })
    sheet.y -= look.size * LEADING + 4
  }
  row(words.item, words.amount, { size: SMALL, muted: true })
  rule(sheet)
  row(words[BOUGHT[receipt.kind]](receipt.credit), amountText(total, currency))
  rule(sheet)
  if (receipt.tax_rate > 0) {
    row(words.net, amountText(total - tax, currency))
    row(words.tax(receipt.tax_name, receipt.tax_rate), amountText(tax, currency))
  }
  sheet.y -= 4
  row(words.total, amountText(total, currency), { size: TEXT + 3, bold: true })
  sheet.y -= 20
}

function writePayment(sheet: Sheet, receipt: PaymentReceipt, words: PaymentReceiptWords, language: Language) {
  const { page, writer, left } = sheet
  const facts: [string, string][] = [
    [words.order, receipt.trade_no],
    [words.payment, receipt.gateway_trade_no],
    [words.method, methodName(receipt.method, language)],
  ]
  for (const [name, value] of facts.filter(([, value]) => value)) {
    writer.line(page, name, { x: left, y: sheet.y, size: SMALL, muted: true })
    writer.line(page, value, { x: left + 100, y: sheet.y, size: SMALL })
    sheet.y -= SMALL * LEADING + 2
  }
}

/** The footer stands at the end of the page. */
function writeFooter(sheet: Sheet, { seller: { footer } }: PaymentReceipt) {
  if (!footer) return
  const { page, writer, left, right } = sheet
  const lines = writer.wrap(footer, SMALL, right - left)
  let y = MARGIN + (lines.length - 1) * SMALL * LEADING
  for (const line of lines) {
    writer.line(page, line, { x: left, y, size: SMALL, muted: true })
    y -= SMALL * LEADING
  }
}

function rule(sheet: Sheet) {
  const y = sheet.y + TEXT
  sheet.page.drawLine({ start: { x: sheet.left, y }, end: { x: sheet.right, y }, thickness: 0.7, color: LINE })
  sheet.y -= 8
}
