import type { LucideIcon } from 'lucide-react'
import Activity from 'lucide-react/icons/activity'
import AudioLines from 'lucide-react/icons/audio-lines'
import BadgeDollarSign from 'lucide-react/icons/badge-dollar-sign'
import BookOpenText from 'lucide-react/icons/book-open-text'
import Boxes from 'lucide-react/icons/boxes'
import Cable from 'lucide-react/icons/cable'
import ChartColumn from 'lucide-react/icons/chart-column'
import CircleDollarSign from 'lucide-react/icons/circle-dollar-sign'
import HeartPulse from 'lucide-react/icons/heart-pulse'
import House from 'lucide-react/icons/house'
import Image from 'lucide-react/icons/image'
import KeyRound from 'lucide-react/icons/key-round'
import ListTodo from 'lucide-react/icons/list-todo'
import MessageCircle from 'lucide-react/icons/message-circle'
import MessagesSquare from 'lucide-react/icons/messages-square'
import Percent from 'lucide-react/icons/percent'
import ReceiptText from 'lucide-react/icons/receipt-text'
import History from 'lucide-react/icons/rotate-ccw-clock'
import Route from 'lucide-react/icons/route'
import Scale from 'lucide-react/icons/scale'
import ScrollText from 'lucide-react/icons/scroll-text'
import Server from 'lucide-react/icons/server'
import Settings from 'lucide-react/icons/settings'
import Siren from 'lucide-react/icons/siren'
import Ticket from 'lucide-react/icons/ticket'
import Users from 'lucide-react/icons/users'
import Wallet from 'lucide-react/icons/wallet'
import type { PageInfo } from '#web/router.tsx'

/** The icons of the pages in the navigation; separate from the routes, since visitors see none of them. */
export const NAV_ICONS: { [name in PageInfo['name']]?: LucideIcon } = {
  redemption: Ticket,
  models: Boxes,
  docs: BookOpenText,
  status: Activity,
  pricing: CircleDollarSign,
  order: ReceiptText,
  price: BadgeDollarSign,
  topup: Wallet,
  setting: Settings,
  audit: History,
  books: Scale,
  server: Server,
  user: Users,
  channel: Cable,
  detail: ChartColumn,
  health: HeartPulse,
  alerts: Siren,
  margin: Percent,
  routing: Route,
  live: AudioLines,
  home: House,
  chat: MessageCircle,
  midjourney: Image,
  task: ListTodo,
  log: ScrollText,
  playground: MessagesSquare,
  token: KeyRound,
}
