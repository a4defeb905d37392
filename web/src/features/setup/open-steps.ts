import { SETUP_STEPS, type SetupFacts, type SetupStep } from '#contract/api/setup.ts'

/** Whether a step is done, by the facts and the browser's origin, such as `https://gateway.example.com`. */
const IS_DONE: Record<SetupStep, (facts: SetupFacts, here: string) => boolean> = {
  password: ({ default_password }) => !default_password,
  language: ({ language_chosen }) => language_chosen,
  // Only origins are compared, so that a server behind a path matches, too.
  address: ({ server_address }, here) => URL.canParse(server_address) && new URL(server_address).origin === here,
  channel: ({ channels }) => channels === 'proven',
  prices: ({ unpriced }) => unpriced === 0,
  call: ({ called }) => called,
  entry: ({ entry_reviewed }) => entry_reviewed,
  mail: ({ mail }) => mail !== 'open',
}

/** Returns the open steps, in order. */
export const openSteps = (facts: SetupFacts, here: string): SetupStep[] =>
  SETUP_STEPS.filter((step) => !IS_DONE[step](facts, here))

/** Returns whether the checklist is hidden: no step has opened since it was hidden. */
export const isHidden = (open: readonly SetupStep[], hidden: readonly SetupStep[]) =>
  open.every((step) => hidden.includes(step)) && hidden.length > 0

/**
 * Returns the steps that remain hidden. A step completed meanwhile is removed: if it opens again, something
 * has broken. The address step stays, since it depends on the address through which each user reaches the
 * server.
 */
export const stillHidden = (open: readonly SetupStep[], hidden: readonly SetupStep[]): SetupStep[] =>
  hidden.filter((step) => step === 'address' || open.includes(step))
