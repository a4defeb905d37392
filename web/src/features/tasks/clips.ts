/** A piece of a task's result that can be shown. */
export interface Clip {
  title: string
  /** Addresses of the web; "" = there is none. */
  audio: string
  video: string
  /** Lyrics. */
  text: string
}

/** Reads what a platform answered: one piece or a list of them. What has nothing to show is left out. */
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

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const textOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '')

function addressOf(value: unknown): string {
  const text = textOf(value)
  return /^https?:\/\//i.test(text) && URL.canParse(text) ? text : ''
}
