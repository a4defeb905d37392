import { startFakeEpay } from './server.ts'

/** Runs the fake gateway alone, with a page on which a browser can pay. Prints its address. */
console.log(startFakeEpay().address)
