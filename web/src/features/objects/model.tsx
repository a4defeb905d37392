import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { vendorOfModel } from '#contract/vendor-of-model.ts'
import { isOn } from '#web/features/channels/queries/channel-status.ts'
import { sumsQuery } from '#web/features/traffic/health-queries.ts'
import { VendorMark } from '#web/features/vendors/vendor-mark.tsx'
import { fullNumber } from '#web/lib/format.ts'
import { loadNamespaces } from '#web/lib/i18n.ts'
import { allows, useUser } from '#web/lib/session.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Status } from '#web/ui/status.tsx'
import { ObjectFrame, OnPage } from './object-frame.tsx'
import { ObjectHistory, RecentCalls, trafficNumbers } from './parts.tsx'
import { modelChannelsQuery } from './queries.ts'

const ModelChannels = lazy(() => import('./model-channels.tsx'))
const ModelPrice = lazy(async () => {
  await loadNamespaces('prices', 'form')
  return import('#web/features/prices/list/model-price.tsx')
})

/** A model for administrators: how it does, its card, its calls, its channels, its price, who changed that. */
export default function ModelObject({ name, children }: { name: string; children: ReactNode }) {
  const { t } = useTranslation('form')
  const isRoot = allows('root', useUser())
  const sums = useQuery(sumsQuery('model')).data?.get(name)
  const { data: channels } = useQuery(modelChannelsQuery(name))
  const on = channels?.filter(isOn).length ?? 0
  const settings = { view: 'settings', label: t('object.price'), content: <ModelPrice model={name} /> } as const
  const history = {
    view: 'history',
    label: t('object.history'),
    content: <ObjectHistory kind="option" id="" mentions={name} />,
  } as const
  return (
    <OnPage value={true}>
      <div className="surface">
        <ObjectFrame
          mark={<VendorMark vendor={vendorOfModel(name)} name={name} large />}
          name={name}
          state={
            channels && (
              <Status colour={on > 0 ? 'green' : 'red'}>
                {t('object.channelsOn', { on, total: channels.length })}
              </Status>
            )
          }
          control={
            <Link to="/routing" search={{ model: name }} className={buttonClass('default', 'small')}>
              {t('object.routing')}
            </Link>
          }
          numbers={[
            ...trafficNumbers(t, sums),
            {
              label: t('object.attempts'),
              value: fullNumber(sums?.cell.served ?? 0),
              values: sums?.slices.map(({ served }) => served),
            },
          ]}
          tabs={[
            { view: 'overview', label: t('object.overview'), content: children },
            {
              view: 'calls',
              label: t('object.calls'),
              content: <RecentCalls scope="all" filters={{ model_name: name }} />,
            },
            { view: 'channels', label: t('object.channels'), content: <ModelChannels model={name} /> },
            ...(isRoot ? [settings, history] : []),
          ]}
        />
      </div>
    </OnPage>
  )
}
