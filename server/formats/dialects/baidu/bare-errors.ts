import { LineReframer } from '../reframer.ts'

/** Converts an error in the middle of a stream, a bare line of JSON, to an event. */
export const reframeBareErrors = () =>
  new LineReframer((line) => (line.startsWith('{') ? `\n\ndata: ${line}\n\n` : `${line}\n`))
