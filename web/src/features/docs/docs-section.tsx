import { useTranslation } from 'react-i18next'
import type { DocsBlock, DocsSection as Section } from '#contract/api/documents.ts'
import { KEY_PLACEHOLDER } from '#contract/snippets.ts'
import { CodeWithKey } from '#web/features/snippets/code-with-key.tsx'
import { useOwnKey } from '#web/features/tokens/use-own-key.ts'
import { CopyButton } from '#web/ui/copy/copy.tsx'

interface DocsSectionProps {
  section: Section
  /** The site's address, for the places in the text. */
  root: string
}

/** A section of a page for callers, with its anchor. */
export function DocsSection({ section: { id, level, title, blocks }, root }: DocsSectionProps) {
  const Title = level === 2 ? 'h2' : 'h3'
  return (
    <section
      id={id || undefined}
      className={`flex scroll-mt-16 flex-col gap-3 ${id && (level === 2 ? 'mt-6 border-line border-t pt-6' : 'mt-1')}`}
    >
      {id && (
        <Title className={level === 2 ? 'text-title' : 'text-lead'}>
          <a
            href={`#${id}`}
            className="hover:underline [&>code]:break-words [&>code]:text-[0.9em]"
            // biome-ignore lint/security/noDangerouslySetInnerHtml: the server's own text
            dangerouslySetInnerHTML={{ __html: title }}
          />
        </Title>
      )}
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks keep their places
        <Block key={index} block={block} root={root} />
      ))}
    </section>
  )
}

function Block({ block, root }: { block: DocsBlock; root: string }) {
  const { t } = useTranslation('docs')
  const apiKey = useOwnKey()
  if ('html' in block) {
    const html = breakable(block.html).replaceAll('{{root}}', escapeHtml(root))
    // biome-ignore lint/security/noDangerouslySetInnerHtml: the server's own text
    return <div className="prose docs" dangerouslySetInnerHTML={{ __html: html }} />
  }
  const code = block.code.replaceAll('{{root}}', root)
  const withKey = (key: string) => (apiKey ? code.replace(KEY_PLACES, key) : code)
  return (
    <div className="flex items-start rounded-card bg-sunken">
      <CodeWithKey text={withKey} apiKey={apiKey} className="min-w-0 flex-1" />
      <CopyButton className="m-1.5 shrink-0" label={t('copy')} text={withKey(apiKey ?? '')} />
    </div>
  )
}

/** Where an example has the reader's key: a copied one runs in any shell, also before the variable was set. */
const KEY_PLACES = new RegExp(`\\$SWITCHYARD_KEY|${KEY_PLACEHOLDER}`, 'g')

/** Lets names such as `model_not_allowed` break between their words. */
const breakable = (html: string) => html.replace(/<code>[^<]+<\/code>/g, (code) => code.replaceAll('_', '_<wbr>'))

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '"': '&quot;' }
const escapeHtml = (text: string) => text.replace(/[&<"]/g, (character) => ENTITIES[character] ?? character)
