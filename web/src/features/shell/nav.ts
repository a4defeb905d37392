import { type LinkProps, useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { namedChats } from '#web/features/tokens/chat-links.ts'
import { allows, useIsAdmin, useUser } from '#web/lib/session.ts'
import { useStatus } from '#web/lib/status.ts'
import { getStored, setStored, useStored } from '#web/lib/storage.ts'
import type { PageInfo } from '#web/router.tsx'
import { type NavCount, useNavCounts } from './nav-counts.ts'
import { ADMIN_SECTIONS, OWN_SECTIONS, pagesOf, type Section, type Tab, TOP_BAR } from './sections.ts'

/** A page in the navigation. */
export interface NavEntry extends NonNullable<PageInfo['nav']> {
  name: PageInfo['name']
  to: LinkProps['to']
  search: LinkProps['search']
}

/** A tab that the current user may open. */
export interface NavTab extends Pick<LinkProps, 'to' | 'search'>, Pick<Tab, 'label' | 'settings' | 'fromUserMenu'> {
  isOpen: boolean
  /** What needs action there. */
  count: NavCount | undefined
}

/** A section of the menu with at least one tab that the current user may open. */
export interface NavSection extends Omit<Section, 'tabs' | 'only'> {
  tabs: readonly NavTab[]
  /** Where the menu's entry leads: the tab that is open, the last one that was, or the first. */
  target: NavTab
  isOpen: boolean
  /** What needs action on any of its tabs. */
  count: NavCount | undefined
}

const MENU = [...OWN_SECTIONS, ...ADMIN_SECTIONS]
const PLACES = [...TOP_BAR, ...MENU.flatMap(({ tabs }) => tabs.flatMap(pagesOf))]

/** Returns the pages that the current user may open, in the order of the menu, as declared by the routes. */
export function useNavEntries(): NavEntry[] {
  const router = useRouter()
  const user = useUser()
  const status = useStatus()
  const hasChats = namedChats(status).length > 0 || Boolean(status.chat_link)
  return Object.values(router.routesById)
    .flatMap(({ options, fullPath }): NavEntry[] => {
      const page = options.staticData?.page
      if (!page?.nav) return []
      const search = { ...tabOf(page.name, user)?.search } as LinkProps['search']
      return [{ ...page.nav, name: page.name, to: fullPath as LinkProps['to'], search }]
    })
    .filter(({ access, feature }) => allows(access, user) && (!feature || status[feature] === true))
    .filter(({ name }) => name !== 'chat' || hasChats)
    .sort((one, other) => PLACES.indexOf(one.name) - PLACES.indexOf(other.name))
}

/** The tab that opens a page from elsewhere, by its key or the palette: the target of the menu's entry. */
const tabOf = (name: PageInfo['name'], user: ReturnType<typeof useUser>) =>
  MENU.filter(({ only }) => !only || only === 'member' || allows(only, user))
    .flatMap(({ tabs }) => tabs)
    .find(({ page, fromUserMenu }) => page === name && !fromUserMenu)

/** Returns the menu of the current user: the sections for everybody, and those for administrators. */
export function useSections(): { own: NavSection[]; admin: NavSection[] } {
  const user = useUser()
  const isAdmin = useIsAdmin()
  const entries = new Map(useNavEntries().map((entry) => [entry.name, entry]))
  const counts = useNavCounts()
  const remembered = useStored('tabs')
  const { pathname, search } = useRouterState({ select: ({ location }) => location })
  const open = openTab([...entries.values()], pathname, search)
  const toSection = ({ only, ...section }: Section): NavSection[] => {
    if (only && (only === 'member' ? isAdmin : !allows(only, user))) return []
    const tabs = section.tabs.flatMap((tab): NavTab[] => {
      const to = entries.get(tab.page)?.to
      if (!to) return []
      const isOpen = section.tabs.length === 1 ? open?.page === tab.page : open === tab
      const count = tab.search ? undefined : counts[tab.page]
      return [{ ...tab, to, search: { ...tab.search } as LinkProps['search'], isOpen, count }]
    })
    const current = tabs.find(({ isOpen }) => isOpen)
    const listed = tabs.filter(({ fromUserMenu }) => !fromUserMenu)
    const target =
      listed.find(({ isOpen }) => isOpen) ?? listed.find(({ label }) => label === remembered[section.name]) ?? listed[0]
    if (!target) return []
    const count = addCounts(tabs.flatMap((tab) => tab.count ?? []))
    return [{ ...section, tabs, target, isOpen: current !== undefined, count }]
  }
  return { own: OWN_SECTIONS.flatMap(toSection), admin: ADMIN_SECTIONS.flatMap(toSection) }
}

/** Returns the section whose page is open, and remembers its tab. */
export function useOpenSection(): NavSection | undefined {
  const { own, admin } = useSections()
  const section = [...own, ...admin].find(({ isOpen }) => isOpen)
  const [name, label] = [section?.name, section?.target.label]
  useEffect(() => {
    const tabs = getStored('tabs')
    if (name && label && tabs[name] !== label) setStored('tabs', { ...tabs, [name]: label })
  }, [name, label])
  return section
}

/** The tab of the page at an address: a page below it is part of it. Of its views, the one that the search opens. */
export function openTab(
  entries: readonly { name: string; to?: string | undefined }[],
  pathname: string,
  search: Readonly<Record<string, unknown>>,
): Tab | undefined {
  const [page] = entries
    // An index route ends in a slash, its address does not.
    .map(({ name, to = '' }) => ({ name, to: to.replace(/(?<=.)\/$/, '') }))
    .filter(({ to }) => pathname === to || (to !== '/' && pathname.startsWith(`${to}/`)))
    .sort((one, other) => other.to.length - one.to.length)
  const views = MENU.flatMap(({ tabs }) => tabs).filter((tab) => pagesOf(tab).some((name) => name === page?.name))
  const fits = (tab: Tab) => Object.entries(tab.search ?? {}).every(([name, value]) => search[name] === value)
  return views.findLast((tab) => tab.search && fits(tab)) ?? views[0]
}

/** One count of several. */
export function addCounts(counts: readonly NavCount[]): NavCount | undefined {
  if (counts.length === 0) return undefined
  return { count: counts.reduce((sum, { count }) => sum + count, 0), text: counts.map(({ text }) => text).join(', ') }
}

/** The router marks a link as current that leads to the beginning of an address; only the open tab is. */
export const EXACT = { activeProps: {}, activeOptions: { exact: true } }
