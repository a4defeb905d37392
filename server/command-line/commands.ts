import { backupCommands } from './commands/backups.ts'
import { doctorCommands } from './commands/doctor.ts'
import { loginCommands } from './commands/login.ts'
import { programs } from './commands/programs.ts'
import type { AnyCommand } from './parse-line.ts'

/** Every command, in the order of the help. */
export const commands: readonly AnyCommand[] = [...loginCommands, ...backupCommands, ...doctorCommands, ...programs]
