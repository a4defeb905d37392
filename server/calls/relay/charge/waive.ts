import { completionTokens, type Usage } from '#contract/prices/price.ts'
import type { EndReason, Waiver } from '#contract/receipt.ts'
import { andThen, type MaybePromise } from '../../../platform/async/and-then.ts'
import type { RelayDeps } from '../deps/deps.ts'
import type { Call } from '../read/call.ts'

/**
 * Output tokens that a vendor may report for an answer without content: a model's end marks are tokens. An answer with
 * more of them had content that is not shown, such as reasoning.
 */
const END_TOKENS = 5

/** How an answer ended, as far as it decides whether it is charged. */
interface AnswerEnd {
  reason: EndReason
  /** Whether the answer has no text, tool call, image or audio. */
  isEmpty: boolean
  usage: Usage
}

/**
 * Returns why an answer is not charged; undefined = it is. What an account gets unpaid is bounded: at its daily limit
 * all answers are charged, so that nobody can use a vendor's failures for free.
 */
export function waiverOf(
  call: Call,
  end: AnswerEnd,
  { services, undeliverable }: RelayDeps,
): MaybePromise<Waiver | undefined> {
  const { WaiveEmptyAnswersEnabled, WaiveBrokenAnswersEnabled } = services.options.values
  const waiver: Waiver | undefined =
    WaiveEmptyAnswersEnabled && isWithoutContent(end)
      ? 'empty'
      : WaiveBrokenAnswersEnabled && end.reason === 'upstream_error'
        ? 'broken'
        : undefined
  if (!waiver || call.quote.free) return undefined
  return andThen(undeliverable.isAtLimit(call.user), (isAtLimit) => (isAtLimit ? undefined : waiver))
}

const isWithoutContent = ({ reason, isEmpty, usage }: AnswerEnd): boolean =>
  reason === 'stop' && isEmpty && completionTokens(usage) <= END_TOKENS && usage.reasoning === 0 && !usage.tools
