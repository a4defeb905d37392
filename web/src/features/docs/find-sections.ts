import type { CallerDoc } from '#contract/api/documents.ts'

/** A section of a page as the search finds it. */
export interface FoundSection {
  page: string
  pageTitle: string
  /** Anchor of the section; "" = the top of the page. */
  anchor: string
  title: string
  /** The words around the first match. */
  excerpt: string
}

interface Entry extends Omit<FoundSection, 'excerpt'> {
  text: string
}

const AROUND = 60

/** The sections of all pages as plain text. */
export function indexOf(pages: readonly CallerDoc[], root: string): Entry[] {
  return pages.flatMap(({ id, title: pageTitle, sections }) =>
    sections.map(({ id: anchor, title, blocks }) => ({
      page: id,
      pageTitle,
      anchor,
      title: anchor ? plain(title) : pageTitle,
      text: blocks
        .map((block) => ('code' in block ? block.code : plain(block.html)))
        .join(' ')
        .replaceAll('{{root}}', root)
        .replace(/\s+/g, ' '),
    })),
  )
}

/** Finds the sections that have all words of a text: those first that have them in their titles. */
export function findSections(entries: readonly Entry[], typed: string, most: number): FoundSection[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  return entries
    .map((entry) => ({ entry, rank: rankOf(entry, words) }))
    .filter(({ rank }) => rank > 0)
    .sort((one, other) => other.rank - one.rank)
    .slice(0, most)
    .map(({ entry: { text, ...section } }) => ({ ...section, excerpt: excerptOf(text, words) }))
}

/** 0 = a word is missing. */
function rankOf({ pageTitle, title, text }: Entry, words: readonly string[]): number {
  const heading = title.toLowerCase()
  const all = `${pageTitle} ${title} ${text}`.toLowerCase()
  if (!words.every((word) => all.includes(word))) return 0
  return 1 + words.filter((word) => heading.includes(word)).length * 2
}

function excerptOf(text: string, words: readonly string[]): string {
  const low = text.toLowerCase()
  const found = words.map((word) => low.indexOf(word)).filter((at) => at >= 0)
  const from = Math.max(0, Math.min(...found, text.length) - AROUND / 2)
  const start = found.length === 0 ? 0 : from
  const end = start + AROUND * 2
  return `${start > 0 ? '…' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''}`
}

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" }

/** The words of the server's HTML. */
const plain = (html: string) =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity)
    .trim()
