import { Cable, ChartColumn, House, KeyRound, type LucideIcon, MessagesSquare, ScrollText } from 'lucide-react'
import type { PageInfo } from '#web/router.tsx'

/** The signs of the pages in the navigation; apart from the routes, since visitors see none of them. */
export const NAV_ICONS: { [name in PageInfo['name']]?: LucideIcon } = {
  audit: History,
  user: Users,
  channel: Cable,
  detail: ChartColumn,
  home: House,
  log: ScrollText,
  playground: MessagesSquare,
  token: KeyRound,
}
