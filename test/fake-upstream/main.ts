import { readArguments } from '#server/tools/command-line/arguments.mjs'
import { version } from '../../package.json'
import { startFakeUpstream } from './server.ts'

const given = readArguments(
  'bun test/fake-upstream/main.ts',
  {
    summary: 'Runs the fake upstream alone, and prints its URL',
    flags: {
      port: { type: 'string', value: 'PORT', help: 'port; any free one without it' },
      tokens: { type: 'string', value: 'N', help: 'tokens of an answer' },
      'delay-ms': { type: 'string', value: 'MS', help: 'milliseconds between the pieces of an answer' },
    },
  },
  version,
)
const upstream = startFakeUpstream({
  port: Number(given.text('port') ?? 0),
  record: 0,
  invoice: false,
  behaviour: {
    ...(given.text('tokens') && { tokens: Number(given.text('tokens')) }),
    ...(given.text('delay-ms') && { delay_ms: Number(given.text('delay-ms')) }),
  },
})
console.log(upstream.url)
