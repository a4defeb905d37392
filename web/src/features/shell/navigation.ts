import { lazy } from 'react'
import { getStored } from '#web/lib/storage.ts'

const loadSidebar = () => import('./sidebar.tsx').then(({ Sidebar }) => ({ default: Sidebar }))
const loadBottomBar = () => import('./bottom-bar.tsx').then(({ BottomBar }) => ({ default: BottomBar }))

// Visitors have no navigation. Whoever is logged in needs it with the first paint.
if (getStored('user')) {
  void loadSidebar()
  void loadBottomBar()
}

export const Sidebar = lazy(loadSidebar)
export const BottomBar = lazy(loadBottomBar)
