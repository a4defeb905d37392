import {
  beginText,
  endText,
  type PDFDocument,
  type PDFFont,
  PDFHexString,
  type PDFName,
  type PDFPage,
  PDFString,
  rgb,
  StandardFonts,
  setFillingColor,
  setFontAndSize,
  setTextMatrix,
  showText,
} from 'pdf-lib'

/**
 * The text of a PDF without embedded fonts. Latin text has the standard font Helvetica. Everything else has STSong-Light,
 * a font of the standard's Chinese character collection, which viewers supply by themselves (PDF 32000-1, 9.7.5.2).
 */
export interface TextWriter {
  /** Draws a line; `x` is its left end, or its right one if `align` is `end`. */
  line(page: PDFPage, text: string, place: TextPosition): void
  /** Breaks a text at its line ends and where it is wider than `width`. */
  wrap(text: string, size: number, width: number): string[]
}

export interface TextPosition {
  x: number
  y: number
  size: number
  bold?: boolean
  muted?: boolean
  align?: 'end'
}

/** Consecutive characters of one font. */
interface Run {
  text: string
  latin: boolean
}

const BLACK = rgb(0.1, 0.1, 0.12)
const GREY = rgb(0.42, 0.42, 0.46)
const CHINESE = 'STSong-Light'

export async function openTextWriter(document: PDFDocument): Promise<TextWriter> {
  const regular = await document.embedFont(StandardFonts.Helvetica)
  const bold = await document.embedFont(StandardFonts.HelveticaBold)
  const chinese = addChineseFont(document)
  const known = new Set(regular.getCharacterSet())
  const runsOf = (text: string) => splitRuns(text, (point) => known.has(point))
  const names = new WeakMap<PDFPage, PDFName>()

  function line(page: PDFPage, text: string, { x, y, size, bold: isBold, muted, align }: TextPosition) {
    const font = isBold ? bold : regular
    const runs = runsOf(text)
    let left = align === 'end' ? x - widthOf(runs, font, size) : x
    for (const run of runs) {
      if (run.latin) page.drawText(run.text, { x: left, y, size, font, color: muted ? GREY : BLACK })
      else drawChinese(page, run.text, left, y, size, muted ? GREY : BLACK)
      left += widthOf([run], font, size)
    }
  }

  function drawChinese(page: PDFPage, text: string, x: number, y: number, size: number, color: typeof BLACK) {
    const name = names.get(page) ?? page.node.newFontDictionary('Chinese', chinese)
    names.set(page, name)
    page.pushOperators(
      beginText(),
      setFillingColor(color),
      setFontAndSize(name, size),
      setTextMatrix(1, 0, 0, 1, x, y),
      showText(PDFHexString.of(hexOf(text))),
      endText(),
    )
  }

  function wrap(text: string, size: number, width: number): string[] {
    return text.split('\n').flatMap((part) => {
      const lines: string[] = []
      let current = ''
      for (const word of wordsOf(part)) {
        if (current && widthOf(runsOf((current + word).trimEnd()), regular, size) > width) {
          lines.push(current.trimEnd())
          current = word.trimStart()
        } else current += word
      }
      return [...lines, current.trimEnd()]
    })
  }

  return { line, wrap }
}

/** A Chinese character is as wide as it is high. */
const widthOf = (runs: readonly Run[], font: PDFFont, size: number) =>
  runs.reduce((sum, { text, latin }) => sum + (latin ? font.widthOfTextAtSize(text, size) : text.length * size), 0)

const LONGEST_WORD = 30

/** Splits a text where a line may end: behind spaces, around Chinese characters, and within words that are too long. */
const wordsOf = (text: string): string[] =>
  text.match(new RegExp(`[\\u2e80-\\uffef]|[^\\s\\u2e80-\\uffef]{1,${LONGEST_WORD}}\\s*|\\s+`, 'gu')) ?? []

/** Splits a text by font. What the collection's encoding (two bytes a character) lacks becomes a question mark. */
function splitRuns(text: string, isLatin: (codePoint: number) => boolean): Run[] {
  const runs: Run[] = []
  for (const character of text.replaceAll(/\p{Cc}/gu, ' ')) {
    const point = character.codePointAt(0) ?? 0
    const shown = point > 0xffff ? '?' : character
    const latin = isLatin(shown.codePointAt(0) ?? 0)
    const last = runs.at(-1)
    if (last?.latin === latin) last.text += shown
    else runs.push({ text: shown, latin })
  }
  return runs
}

const hexOf = (text: string) => Array.from(text, (one) => one.charCodeAt(0).toString(16).padStart(4, '0')).join('')

/** Adds the Chinese font: its name, its character collection Adobe-GB1 and the encoding UCS-2 are all that it has. */
function addChineseFont({ context }: PDFDocument) {
  const descriptor = context.register(
    context.obj({
      Type: 'FontDescriptor',
      FontName: CHINESE,
      Flags: 6,
      FontBBox: [-25, -254, 1000, 880],
      ItalicAngle: 0,
      Ascent: 880,
      Descent: -120,
      CapHeight: 880,
      StemV: 93,
    }),
  )
  const descendant = context.register(
    context.obj({
      Type: 'Font',
      Subtype: 'CIDFontType0',
      BaseFont: CHINESE,
      CIDSystemInfo: { Registry: PDFString.of('Adobe'), Ordering: PDFString.of('GB1'), Supplement: 4 },
      FontDescriptor: descriptor,
      DW: 1000,
    }),
  )
  return context.register(
    context.obj({
      Type: 'Font',
      Subtype: 'Type0',
      BaseFont: `${CHINESE}-UniGB-UCS2-H`,
      Encoding: 'UniGB-UCS2-H',
      DescendantFonts: [descendant],
    }),
  )
}
