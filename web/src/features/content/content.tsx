import { SiteHtml } from './site-html.tsx'

interface Props {
  /** HTML, or the `https://` address of a page to embed. */
  content: string
  /** Title of the frame of an embedded page. */
  title: string
}

/** Renders the administrator's content for a page. */
export function Content({ content, title }: Props) {
  if (isPageToEmbed(content)) {
    return (
      <iframe
        src={content.trim()}
        title={title}
        referrerPolicy="no-referrer"
        sandbox="allow-scripts allow-same-origin allow-forms allow-popups"
        className="h-[calc(100dvh-7rem)] w-full border-0"
      />
    )
  }
  return <SiteHtml html={content} />
}

/** Returns whether the text is the `https://` address of a page to embed, rather than content. */
export function isPageToEmbed(content: string) {
  return /^https:\/\/\S+$/.test(content.trim())
}
