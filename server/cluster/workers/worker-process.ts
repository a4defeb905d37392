import { WORKER_VARIABLE, type WorkerPorts } from '../../platform/config.ts'
import { createProcessLink, type LinkMessage, type ProcessLink, type Requests } from './process-link.ts'
import type { WorkerRequests } from './requests.ts'

/** A process that the primary one has started. */
export interface WorkerProcess {
  number: number
  link: ProcessLink<WorkerRequests>
  /** Resolves with how the process ended: a status or the name of a signal. */
  ended: Promise<number | string>
  /** Ends the process at once: one that stands still obeys nothing else. */
  kill(): void
}

/** Starts this program once more, as a worker at a place. `answers`: to what it may request. */
export function startWorkerProcess(place: WorkerPorts, answers: Requests): WorkerProcess {
  const ended = Promise.withResolvers<number | string>()
  const child = Bun.spawn(commandOfThisProgram(), {
    env: { ...process.env, [WORKER_VARIABLE]: JSON.stringify(place) },
    stdio: ['ignore', 'inherit', 'inherit'],
    serialization: 'json',
    ipc: (message) => link.receive(message as LinkMessage),
    onExit(_, status, signal) {
      link.close()
      ended.resolve(child.signalCode ?? status ?? signal ?? 0)
    },
  })
  const link = createProcessLink<WorkerRequests>((message) => child.send(message), answers)
  return { number: place.number, link, ended: ended.promise, kill: () => child.kill('SIGKILL') }
}

/** The command that this process was started with: the runtime with its script, or the compiled program. */
function commandOfThisProgram(): string[] {
  const isCompiled = Bun.main.startsWith('/$bunfs') || Bun.main.includes('~BUN')
  return isCompiled ? [process.execPath] : [process.execPath, Bun.main]
}
