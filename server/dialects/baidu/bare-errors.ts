import { LineReframer } from '../reframer.ts'

/** An error in the middle of a stream is a bare line of JSON: it becomes an event. */
export const bareErrors = () =>
  new LineReframer((line) => (line.startsWith('{') ? `\n\ndata: ${line}\n\n` : `${line}\n`))
