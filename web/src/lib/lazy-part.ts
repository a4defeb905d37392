import { type ComponentType, lazy } from 'react'
import { idle } from './idle.ts'

/** A part of a page that is not needed for its first paint: its code loads once the rest is there. Use inside Suspense. */
export const lazyPart = <Props>(load: () => Promise<{ default: ComponentType<Props> }>) =>
  lazy(async () => {
    await idle()
    return load()
  })

/** The same for what a page can do without: out of reach, nothing stands in its place. */
export const optionalPart = <Props>(load: () => Promise<{ default: ComponentType<Props> }>) =>
  lazyPart((): Promise<{ default: ComponentType<Props> }> => load().catch(() => ({ default: () => null })))
