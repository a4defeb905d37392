import type { TagColour } from '#web/ui/tag-colour.ts'

const GOOD_MS = 50
const FAIR_MS = 250

/** The colour of a delay of the event loop, in milliseconds: every call waits for it. */
export const levelOfDelay = (ms: number): TagColour => (ms <= GOOD_MS ? 'green' : ms <= FAIR_MS ? 'amber' : 'red')

/** Nodes report every half minute: longer silence means that one has stopped or is cut off. */
const SILENT_SECONDS = 75

export const isSilent = ({ silent }: { silent: number }) => silent > SILENT_SECONDS
