import ExternalLink from 'lucide-react/icons/external-link'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { buttonClass } from '#web/ui/button.tsx'
import type { Clip } from './clips.ts'
import { LongText } from './facts.tsx'

/** The results of a task: audio players, video links, lyrics. */
export function ClipList({ clips }: { clips: readonly Clip[] }) {
  const { t } = useTranslation('tasks')
  if (clips.length === 0) return null
  return (
    <section>
      <h2 className="mb-1 text-small text-muted">{t('clip.title')}</h2>
      <ul className="flex flex-col gap-2">
        {clips.map((clip, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a result's pieces keep their places
          <li key={index} className="flex flex-col gap-2 surface p-3">
            <ClipView clip={clip} name={clip.title || t('clip.piece', { number: index + 1 })} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function ClipView({ clip: { audio, video, text }, name }: { clip: Clip; name: string }) {
  const { t } = useTranslation('tasks')
  const [failed, setFailed] = useState(false)
  return (
    <>
      <p className="font-strong">{name}</p>
      {audio && !failed && (
        // biome-ignore lint/a11y/useMediaCaption: the lyrics, where there are any, stand below
        <audio
          controls
          preload="none"
          src={audio}
          aria-label={t('clip.play', { name })}
          className="w-full"
          onError={() => setFailed(true)}
        />
      )}
      {failed && (
        <p role="status" className="text-warning">
          {t('clip.failed')}
        </p>
      )}
      <p className="flex flex-wrap gap-2 empty:hidden">
        {audio && <Outside url={audio} text={t('clip.openAudio')} />}
        {video && <Outside url={video} text={t('clip.openVideo')} />}
      </p>
      <LongText title={t('clip.lyrics')} text={text} copyLabel={t('clip.copyLyrics', { name })} />
    </>
  )
}

function Outside({ url, text }: { url: string; text: string }) {
  return (
    <a href={url} target="_blank" rel="noopener noreferrer" className={buttonClass('default', 'small')}>
      <ExternalLink size={14} aria-hidden />
      {text}
    </a>
  )
}
