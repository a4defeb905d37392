import { type ComponentType, lazy } from 'react'
import { idle } from './idle.ts'

/** A part of a page that is not needed for its first paint: its code loads once the rest is there. Use inside Suspense. */
export const lazyPart = <Props>(load: () => Promise<{ default: ComponentType<Props> }>) =>
  lazy(async () => {
    await idle()
    return load()
  })
