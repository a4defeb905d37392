import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { GroupTags } from '#web/features/channels/list/cells.tsx'
import { ChannelSwitch } from '#web/features/channels/list/channel-switch.tsx'
import { healthQuery } from '#web/features/traffic/health-queries.ts'
import { MeasuredCells, MeasuredHead } from './parts.tsx'
import { modelChannelsQuery } from './queries.ts'

/** The channels that offer a model, in the order of routing, with what real calls of the last 24 hours measured. */
export default function ModelChannels({ model }: { model: string }) {
  const { t } = useTranslation('channels')
  const { data: health } = useQuery(healthQuery('24h'))
  const { data: channels = [] } = useQuery(modelChannelsQuery(model))
  if (channels.length === 0) return <p className="text-muted">{t('models.nowhere')}</p>
  return (
    <table className="w-full">
      <MeasuredHead name={`${t('title')} (${channels.length})`}>
        <th scope="col" className="text-start font-normal max-sm:hidden">
          {t('column.group')}
        </th>
        <th scope="col" className="text-end font-normal">
          {t('column.priority')}
        </th>
      </MeasuredHead>
      <tbody>
        {channels.map((channel) => (
          <tr key={channel.id} className="h-row border-line border-b">
            <th scope="row" className="text-start font-normal">
              <Link to="/channel/$id" params={{ id: channel.id }} className="hover:underline">
                {channel.name}
              </Link>
            </th>
            <td className="max-sm:hidden">
              <GroupTags channel={channel} />
            </td>
            <td className="text-end tabular-nums">{channel.priority}</td>
            <MeasuredCells
              cell={health?.cells.find((cell) => cell.channel_id === channel.id && cell.model_name === model)}
            />
            <td className="ps-3">
              <span className="flex items-center justify-end gap-2">
                <ChannelSwitch withState id={channel.id} name={channel.name} />
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
