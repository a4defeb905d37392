import { readConfig } from '../../platform/config.ts'
import { rotateKey } from './rotate.ts'

/**
 * `npm run rotate-key`: changes the key of the encryption at rest (docs/operate/rotate-keys.md). Run it while all
 * nodes are stopped.
 */
const config = readConfig(process.env)
const done = await rotateKey(config, process.env.FORMER_SECRET_KEY || undefined).catch((error: Error) => {
  console.error(`Nothing was changed: ${error.message}`)
  process.exit(1)
})
const {
  channels,
  channel_keys,
  tokens,
  former_token_keys,
  redemptions,
  options,
  authenticators,
  alertSinks,
  accessTokens,
  formerFile,
} = done
console.log(
  `Re-encrypted: ${channels} channels, ${channel_keys} keys of pools, ${tokens} tokens, ${former_token_keys} former keys of tokens, ${redemptions} redemption codes, ${options} options, ${authenticators} authenticators, ${alertSinks} sinks of alerts. ` +
    `${accessTokens} access tokens of users were revoked.`,
)
if (formerFile) console.log(`The former key is in ${formerFile}: keep it with the backups made before this change.`)
console.log(`Start Switchyard${config.secretKey ? ' with this SECRET_KEY on all nodes' : ''}.`)
