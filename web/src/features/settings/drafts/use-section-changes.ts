import { keysOf, type Place } from '../options/sections.ts'
import { obstacleOf } from './drafts.ts'
import { useDrafts, useSettings } from './settings-context.ts'

/** Returns the number of changed options in a section, and whether one of them cannot be saved. */
export function useSectionChanges(place: Place) {
  const { texts } = useSettings()
  const drafts = useDrafts()
  const found = keysOf(place).flatMap((key) => {
    const draft = drafts.get(key)
    return draft ? [{ key, draft }] : []
  })
  const wrong = found.some(
    ({ key, draft }) => draft.refused !== undefined || obstacleOf(key, draft, texts, drafts) !== null,
  )
  return { changed: found.length, wrong }
}
