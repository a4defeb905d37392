import type { Language } from '#contract/errors.ts'
import type { MailContent, Paragraph } from './templates.ts'

/** The plain text of a mail, for mail programs that show no HTML. */
export function plainMail({ paragraphs }: MailContent, site: string): string {
  return `${paragraphs.map(plainParagraph).join('\n\n')}\n\n-- \n${site}\n`
}

function plainParagraph(paragraph: Paragraph): string {
  if (typeof paragraph === 'string') return paragraph
  return 'code' in paragraph ? `    ${paragraph.code}` : `${paragraph.label}: ${paragraph.link}`
}

/** The HTML of a mail, with inline styles and without images: mail programs drop style sheets and block images. */
export function htmlMail({ subject, paragraphs }: MailContent, site: string, language: Language): string {
  const tag = language === 'zh' ? 'zh-CN' : 'en'
  return `<!doctype html>
<html lang="${tag}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px;background:#f4f4f5;color:#18181b;font:16px/1.6 system-ui,sans-serif">
<div style="max-width:560px;margin:0 auto;padding:32px;background:#ffffff;border-radius:8px">
${paragraphs.map(htmlParagraph).join('\n')}
<p style="margin:32px 0 0;color:#71717a;font-size:13px">${escapeHtml(site)}</p>
</div></body></html>
`
}

function htmlParagraph(paragraph: Paragraph): string {
  if (typeof paragraph === 'string') return `<p style="margin:0 0 16px">${escapeHtml(paragraph)}</p>`
  if ('code' in paragraph) {
    return `<p style="margin:0 0 16px;font:600 28px/1.4 ui-monospace,monospace;letter-spacing:4px">${escapeHtml(paragraph.code)}</p>`
  }
  const link = escapeHtml(paragraph.link)
  return `<p style="margin:0 0 16px"><a href="${link}">${escapeHtml(paragraph.label)}</a><br>
<span style="color:#71717a;font-size:13px;word-break:break-all">${link}</span></p>`
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
