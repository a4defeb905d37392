import { isRecord } from '#contract/is-record.ts'
/** A displayable part of a task's result. */
export interface Clip {
  title: string
  /** Web URLs; "" = none. */
  audio: string
  video: string
  /** The lyrics. */
  text: string
}

/** Reads a platform's result: one clip or a list. Clips without displayable content are dropped. */
export function clipsOf(data: unknown): Clip[] {
  return (Array.isArray(data) ? data : [data]).flatMap((item: unknown) => {
    if (!isRecord(item)) return []
    const metadata = isRecord(item.metadata) ? item.metadata : {}
    const clip = {
      title: textOf(item.title),
      audio: addressOf(item.audio_url),
      video: addressOf(item.video_url),
      text: textOf(item.text) || textOf(metadata.prompt),
    }
    return clip.audio || clip.video || clip.text ? [clip] : []
  })
}

const textOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '')

function addressOf(value: unknown): string {
  const text = textOf(value)
  return /^https?:\/\//i.test(text) && URL.canParse(text) ? text : ''
}
