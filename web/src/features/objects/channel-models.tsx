import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Channel } from '#contract/api/channels.ts'
import { healthQuery } from '#web/features/traffic/health-queries.ts'
import { ModelName } from '#web/features/vendors/vendor-mark.tsx'
import { CopyButton } from '#web/ui/copy/copy.tsx'
import { MeasuredCells, MeasuredHead } from './parts.tsx'

/** The models of a channel with what real calls of the last 24 hours measured. */
export default function ChannelModels({ channel: { id, name, models: list } }: { channel: Channel }) {
  const { t } = useTranslation('channels')
  const { data } = useQuery(healthQuery('24h'))
  const models = list.split(',').filter(Boolean)
  const count = models.length
  const copy = (
    <CopyButton label={t('models.copy', { name, count })} text={list} shown={t('models.copied', { count })} />
  )
  return (
    <table className="w-full">
      <MeasuredHead name={`${t('column.models')} (${count})`} action={copy} />
      <tbody>
        {models.map((model) => (
          <tr key={model} className="h-row border-line border-b">
            <th scope="row" className="text-start font-normal">
              <Link to="/models/$" params={{ _splat: model }} className="hover:underline">
                <ModelName model={model} />
              </Link>
            </th>
            <MeasuredCells cell={data?.cells.find((cell) => cell.channel_id === id && cell.model_name === model)} />
          </tr>
        ))}
      </tbody>
    </table>
  )
}
