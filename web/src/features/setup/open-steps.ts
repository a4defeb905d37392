import { SETUP_STEPS, type SetupFacts, type SetupStep } from '#contract/api/setup.ts'

/** Whether a step is done, by the facts and the address in the browser's bar, such as `https://gateway.example.com`. */
const IS_DONE: Record<SetupStep, (facts: SetupFacts, here: string) => boolean> = {
  password: ({ default_password }) => !default_password,
  // Behind a path of its own, too, the server is where the bar says.
  address: ({ server_address }, here) => URL.canParse(server_address) && new URL(server_address).origin === here,
  channel: ({ channels }) => channels === 'proven',
  prices: ({ unpriced }) => unpriced === 0,
  call: ({ called }) => called,
  entry: ({ entry_reviewed }) => entry_reviewed,
  mail: ({ mail }) => mail !== 'open',
}

/** The steps that are still to do, in order. */
export const openSteps = (facts: SetupFacts, here: string): SetupStep[] =>
  SETUP_STEPS.filter((step) => !IS_DONE[step](facts, here))

/** Whether the list is hidden: nothing has opened since somebody hid it. */
export const isHidden = (open: readonly SetupStep[], hidden: readonly SetupStep[]) =>
  open.every((step) => hidden.includes(step)) && hidden.length > 0

/**
 * What of `hidden` stays so. A step that was done meanwhile does not: when it opens again, something has broken. The
 * address is another one for everybody who comes another way, so that it says nothing.
 */
export const stillHidden = (open: readonly SetupStep[], hidden: readonly SetupStep[]): SetupStep[] =>
  hidden.filter((step) => step === 'address' || open.includes(step))
