import { useMutation } from '@tanstack/react-query'
import PlugZap from 'lucide-react/icons/plug-zap'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type ServiceTest, type TriedService, testService } from '#contract/api/options.ts'
import { call } from '#web/lib/api.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { useSettings } from '../drafts/settings-context.ts'
import { useSectionChanges } from '../drafts/use-section-changes.ts'
import { keysOf, type Place } from '../options/sections.ts'

interface Props {
  place: Place
  service: TriedService
}

/** Tests the saved credentials of a section with their service, and explains the response. */
export default function TestService({ place, service }: Props) {
  const { t } = useTranslation('settings')
  const { texts } = useSettings()
  const { changed } = useSectionChanges(place)
  const values = keysOf(place)
    .map((key) => texts.get(key))
    .join('\0')
  const attempt = useMutation({
    mutationFn: (_values: string) => call(testService, { body: { service } }),
    meta: { inline: true },
  })
  // The result of a test with other values does not apply. Secrets are not among the texts: a save shows only
  // by its draft disappearing.
  const { data, error } = attempt.variables === values && !attempt.isPending ? attempt : {}
  const { reset } = attempt
  const before = useRef(changed)
  useEffect(() => {
    if (changed < before.current) reset()
    before.current = changed
  }, [changed, reset])
  return (
    <div className="grid gap-2 px-4 py-3 max-sm:px-3">
      <div className="flex flex-wrap items-center gap-2">
        <Button
          icon={<PlugZap size={16} aria-hidden />}
          loading={attempt.isPending}
          onClick={() => !attempt.isPending && attempt.mutate(values)}
        >
          {t(`serviceTest.button.${service}`)}
        </Button>
        <p className="text-muted text-small">{t(changed > 0 ? 'serviceTest.unsaved' : 'serviceTest.hint')}</p>
      </div>
      {error && (
        <Banner tone="danger" role="alert">
          {error.message}
        </Banner>
      )}
      {data && <Verdict service={service} {...data} />}
    </div>
  )
}

const TONES = {
  right: 'success',
  refused: 'danger',
  open: 'warning',
  unclear: 'warning',
  unreachable: 'danger',
  unset: 'warning',
} as const

function Verdict({ service, verdict, detail }: ServiceTest & { service: TriedService }) {
  const { t } = useTranslation('settings')
  const words =
    verdict === 'right' || verdict === 'unset' ? t(`serviceTest.${verdict}.${service}`) : t(`serviceTest.${verdict}`)
  return (
    <Banner tone={TONES[verdict]} role={verdict === 'right' ? 'status' : 'alert'}>
      <p>{words}</p>
      {detail && <p className="break-words text-small">{t('mailTest.said', { detail })}</p>}
    </Banner>
  )
}
