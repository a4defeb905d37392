import { parseArgs } from 'node:util'
import { startFakeUpstream } from './server.ts'

/** Runs the fake upstream alone: `bun test/fake-upstream/main.ts --port 4010 --tokens 20`. Prints its URL. */
const { values } = parseArgs({
  options: { port: { type: 'string', default: '0' }, tokens: { type: 'string' }, 'delay-ms': { type: 'string' } },
})
const upstream = startFakeUpstream({
  port: Number(values.port),
  record: 0,
  invoice: false,
  behaviour: {
    ...(values.tokens && { tokens: Number(values.tokens) }),
    ...(values['delay-ms'] && { delay_ms: Number(values['delay-ms']) }),
  },
})
console.log(upstream.url)
