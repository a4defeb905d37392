import { readConfig } from './platform/config.ts'

/** Starts what the command line and the environment ask for. The only file that acts when it is loaded. */
try {
  // The built program is the command line as well, where there is no checkout to run it in.
  const line = process.argv.slice(2)
  if (line.length > 0) process.exit(await (await import('./tools/command-line/main.ts')).runLine(line, process.env))
  const config = readConfig(process.env)
  if (config.worker) await (await import('./run-worker.ts')).runWorker(config, config.worker)
  else await (await import('./run-server.ts')).runServer(config)
} catch (error) {
  // For a person: the message first, without the stack.
  console.error(`Switchyard cannot start. ${error}`)
  if (error instanceof Error && process.env.LOG_LEVEL === 'debug') console.error(error.stack)
  process.exit(1)
}
