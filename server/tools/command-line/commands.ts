import type { Command } from './command.ts'
import { backupCommands } from './commands/backups.ts'
import { channelCommands } from './commands/channels.ts'
import { configurationCommands } from './commands/configuration.ts'
import { doctorCommands } from './commands/doctor.ts'
import { importCommands } from './commands/import.ts'
import { loginCommands } from './commands/login.ts'
import { logCommands } from './commands/logs.ts'
import { programs } from './commands/programs.ts'
import { tokenCommands } from './commands/tokens.ts'
import { userCommands } from './commands/users.ts'

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [
  ...loginCommands,
  ...configurationCommands,
  ...userCommands,
  ...tokenCommands,
  ...channelCommands,
  ...logCommands,
  ...backupCommands,
  ...doctorCommands,
  ...importCommands,
  ...programs,
]
