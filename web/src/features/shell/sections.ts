import type { LucideIcon } from 'lucide-react'
import Boxes from 'lucide-react/icons/boxes'
import Cable from 'lucide-react/icons/cable'
import ChartColumn from 'lucide-react/icons/chart-column'
import CircleDollarSign from 'lucide-react/icons/circle-dollar-sign'
import KeyRound from 'lucide-react/icons/key-round'
import LayoutDashboard from 'lucide-react/icons/layout-dashboard'
import MessagesSquare from 'lucide-react/icons/messages-square'
import ScrollText from 'lucide-react/icons/scroll-text'
import Server from 'lucide-react/icons/server'
import Settings from 'lucide-react/icons/settings'
import Users from 'lucide-react/icons/users'
import Wallet from 'lucide-react/icons/wallet'
import type { Access } from '#contract/api/endpoint.ts'
import type { OptionTab } from '#contract/options.ts'
import type shell from '#web/locales/zh/shell.json'
import type { PageInfo } from '#web/router.tsx'

type PageName = PageInfo['name']

/** A tab of a section: a page, or one view of it. */
export interface Tab {
  page: PageName
  /** Key of its name in the `shell` catalogue, under `tab`; the only tab of a section has that of the section. */
  label: keyof (typeof shell)['tab'] | 'only'
  /** Search parameters that open this view of the page. */
  search?: Readonly<Record<string, string>>
  /** Tab and name of the section of the settings that decides about this page, for root. */
  settings?: `${OptionTab}.${string}` | undefined
  /** Another address of the same page. */
  also?: PageName
  /** Opened by the menu of the user; the entry of the section leads to the others. */
  fromUserMenu?: true
}

/** An entry of the menu. Its pages are its tabs; who may open them and their keys are declared by the routes. */
export interface Section {
  /** Key of its name in the `shell` catalogue, under `section`. */
  name: keyof (typeof shell)['section']
  icon: LucideIcon
  /** Who sees it, where that is narrower than its tabs: `member` = users who are no administrators. */
  only?: Exclude<Access, 'public'> | 'member'
  tabs: readonly Tab[]
}

const SETTINGS: { readonly [page in PageName]?: Tab['settings'] } = {
  log: 'operation.log',
  midjourney: 'operation.drawing',
  task: 'operation.drawing',
  chat: 'operation.chats',
  models: 'operation.models',
  pricing: 'operation.ratio',
  channel: 'operation.monitoring',
  health: 'operation.monitoring',
  routing: 'operation.routing',
  price: 'operation.ratio',
  priceSync: 'operation.priceSync',
  topup: 'system.payment',
  user: 'system.login',
  redemption: 'operation.quota',
  order: 'system.payment',
  alerts: 'system.smtp',
  server: 'system.general',
}

const tabs = (...names: (PageName & keyof (typeof shell)['tab'])[]): Tab[] =>
  names.map((name) => ({ page: name, label: name, settings: SETTINGS[name] }))

/** The menu's upper part: what everybody uses. */
export const OWN_SECTIONS: readonly Section[] = [
  { name: 'dashboard', icon: ChartColumn, only: 'member', tabs: [{ page: 'detail', label: 'only' }] },
  { name: 'keys', icon: KeyRound, tabs: [{ page: 'token', label: 'only' }] },
  { name: 'logs', icon: ScrollText, tabs: tabs('log', 'midjourney', 'task') },
  { name: 'playground', icon: MessagesSquare, tabs: tabs('playground', 'chat') },
  {
    name: 'wallet',
    icon: Wallet,
    tabs: [
      ...tabs('topup'),
      { page: 'topup', label: 'history', search: { view: 'history' } },
      { page: 'topup', label: 'receipts', search: { view: 'orders' } },
    ],
  },
  { name: 'models', icon: Boxes, tabs: tabs('models', 'pricing', 'status') },
]

/** The menu's lower part, for administrators. */
export const ADMIN_SECTIONS: readonly Section[] = [
  { name: 'overview', icon: LayoutDashboard, only: 'admin', tabs: [{ page: 'detail', label: 'only' }] },
  { name: 'channels', icon: Cable, tabs: tabs('channel', 'health', 'routing', 'live') },
  {
    name: 'prices',
    icon: CircleDollarSign,
    tabs: [...tabs('price', 'priceSync', 'margin'), { page: 'margin', label: 'bills', search: { view: 'bills' } }],
  },
  { name: 'people', icon: Users, tabs: tabs('user', 'redemption', 'order') },
  {
    name: 'operations',
    icon: Server,
    tabs: [
      ...tabs('alerts', 'audit', 'books', 'server'),
      { page: 'configuration', label: 'configuration', also: 'move' },
    ],
  },
  {
    name: 'settings',
    icon: Settings,
    only: 'root',
    tabs: [
      { page: 'setting', label: 'personal', fromUserMenu: true },
      ...(['operation', 'system', 'other'] as const).map((tab) => ({
        page: 'setting' as const,
        label: tab,
        search: { tab },
      })),
    ],
  },
]

/** The sections that phones show in their bottom bar; the others are in its menu. */
export const BAR: Record<'member' | 'admin', readonly Section['name'][]> = {
  member: ['dashboard', 'keys', 'logs', 'wallet'],
  admin: ['overview', 'channels', 'logs', 'keys'],
}

/** The pages of a tab: its own, and its other address. */
export const pagesOf = ({ page, also }: Tab): readonly PageName[] => (also ? [page, also] : [page])

/** Pages of the navigation outside of the menu: they are in the top bar. */
export const TOP_BAR: readonly PageName[] = ['home', 'docs']
