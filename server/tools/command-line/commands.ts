import { backupCommands } from './commands/backups.ts'
import { channelCommands } from './commands/channels.ts'
import { configurationCommands } from './commands/configuration.ts'
import { doctorCommands } from './commands/doctor.ts'
import { loginCommands } from './commands/login.ts'
import { logCommands } from './commands/logs.ts'
import { programs } from './commands/programs.ts'
import { tokenCommands } from './commands/tokens.ts'
import { userCommands } from './commands/users.ts'
import type { AnyCommand } from './parse-line.ts'

/** Every command, in the order of the help. */
export const commands: readonly AnyCommand[] = [
  ...loginCommands,
  ...configurationCommands,
  ...userCommands,
  ...tokenCommands,
  ...channelCommands,
  ...logCommands,
  ...backupCommands,
  ...doctorCommands,
  ...programs,
]
