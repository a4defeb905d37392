import { startFakeRealtime } from './realtime.ts'

/** Runs the fake of OpenAI's realtime interface alone; it speaks and writes. Prints its URL. */
const upstream = startFakeRealtime()
upstream.set({ tokens: 6, sounds: 4 })
console.log(upstream.url)
