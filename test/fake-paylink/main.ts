import { startFakePaylink } from './server.ts'

/** Runs the fake payment page alone, with a page on which a browser can pay. Prints its address template. */
console.log(startFakePaylink({ merchant: () => process.env.MERCHANT_URL ?? '' }).template)
