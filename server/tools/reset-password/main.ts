import { readConfig } from '../../platform/config.ts'
import { resetPassword } from './reset.ts'

/**
 * `npm run reset-password [-- NAME] [--allow-password-login] [--remove-second-factor]`: sets a new password for root,
 * or for NAME; servers may keep running.
 */
const ALLOW = '--allow-password-login'
const REMOVE_FACTOR = '--remove-second-factor'
const given = process.argv.slice(2)
const names = given.filter((argument) => argument !== ALLOW && argument !== REMOVE_FACTOR)
if (names.length > 1 || names[0]?.startsWith('-')) {
  console.error(`Usage: npm run reset-password -- [NAME] [${ALLOW}] [${REMOVE_FACTOR}]`)
  process.exit(2)
}

const choice = { username: names[0], allow: given.includes(ALLOW), removeFactor: given.includes(REMOVE_FACTOR) }
const { username, password, banned, passwordLogin, secondFactor } = await resetPassword(
  readConfig(process.env),
  choice,
).catch((error: Error) => {
  console.error(`Nothing was changed: ${error.message}`)
  process.exit(1)
})
console.log(`${username} has a new password; its sessions and its access token were revoked:\n\n  ${password}\n`)
console.log('Log in and change the password, since this terminal shows it.')
if (banned) console.log(`${username} is still banned: an administrator must enable the user.`)
if (secondFactor === 'on') {
  console.log(`The login asks for the second factor as before. Run this command with ${REMOVE_FACTOR} to remove it.`)
}
if (secondFactor === 'removed') console.log('The second factor and the recovery codes were removed.')
if (passwordLogin === 'off') {
  console.log(`Login with a password is switched off. Run this command with ${ALLOW} to switch it on.`)
}
if (passwordLogin === 'switched on') console.log('Login with a password was switched on: restart Switchyard.')
