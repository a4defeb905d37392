import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OptionKey } from '#contract/options.ts'
import { isPictureAddress } from '#contract/picture-address.ts'
import { lazyPart } from '#web/lib/lazy/lazy-part.ts'
import { useWanted } from '../drafts/settings-context.ts'
import { LockoutNote } from './lockout-note.tsx'

const UnpricedModels = lazyPart(() => import('./unpriced-models.tsx'))

/** Additional content below some options. */
export function OptionNote({ option }: { option: OptionKey }) {
  if (option === 'PasswordLoginEnabled') return <LockoutNote />
  if (option === 'ModelRatio') {
    return (
      <Suspense fallback={null}>
        <UnpricedModels />
      </Suspense>
    )
  }
  if (option === 'Logo') return <LogoPreview />
  return null
}

function LogoPreview() {
  const { t } = useTranslation('settings')
  const address = useWanted('Logo').trim()
  const [failed, setFailed] = useState('')
  if (!isPictureAddress(address)) return null
  if (failed === address) return <p className="col-span-full text-small text-warning">{t('content.imageFailed')}</p>
  return (
    <img
      key={address}
      src={address}
      alt={t('content.image')}
      referrerPolicy="no-referrer"
      className="col-span-full h-10 max-w-60 object-contain object-left"
      onError={() => setFailed(address)}
    />
  )
}
