import {
  Cable,
  ChartColumn,
  CircleDollarSign,
  History,
  House,
  Image,
  KeyRound,
  ListTodo,
  type LucideIcon,
  MessageCircle,
  MessagesSquare,
  ScrollText,
  Settings,
  Ticket,
  Users,
  Wallet,
} from 'lucide-react'
import type { PageInfo } from '#web/router.tsx'

/** The signs of the pages in the navigation; apart from the routes, since visitors see none of them. */
export const NAV_ICONS: { [name in PageInfo['name']]?: LucideIcon } = {
  redemption: Ticket,
  pricing: CircleDollarSign,
  topup: Wallet,
  setting: Settings,
  audit: History,
  user: Users,
  channel: Cable,
  detail: ChartColumn,
  home: House,
  chat: MessageCircle,
  midjourney: Image,
  task: ListTodo,
  log: ScrollText,
  playground: MessagesSquare,
  token: KeyRound,
}
