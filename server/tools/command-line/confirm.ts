import { type Given, UsageError } from './arguments.mjs'
import { CommandError } from './command.ts'
import type { Output } from './output.ts'

/** Asks before something is destroyed or changed, unless `--yes` says it. Throws where there is nobody to ask, and for any other answer. */
export async function confirm(given: Given, output: Output, question: string, otherwise = 'Give --yes'): Promise<void> {
  if (given.on('yes')) return
  if (!process.stdin.isTTY || given.at(0) === '-')
    throw new UsageError(`${question} ${otherwise}: there is nobody to ask`)
  output.note(`${question} Only "yes" does.`)
  for await (const chunk of process.stdin) {
    if (String(chunk).trim() === 'yes') return
    break
  }
  throw new CommandError('Nothing was changed.')
}
