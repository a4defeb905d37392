/**
 * What each call of the console asks for whose input may lead a secret out or a way in: an address, a key, a login, a place
 * that messages go to. `proof`: a session's proof of identity that is less than five minutes old.
 */
export const DOORS: Record<string, 'proof' | `proof: ${string}` | `key again: ${string}` | `none: ${string}`> = {
  // Addresses that the server connects to
  createChannel: 'proof: where `copy_of` names a channel whose key would go elsewhere; else it brings its own key',
  updateChannel: 'proof: where a stored key would go elsewhere: type, address, `other`, proxy, authorities',
  fetchFormModels: 'key again: a stored key goes only to where it is stored for',
  probeChannel: 'key again: a stored key goes only to where it is stored for',
  channelOutlook: 'none: nothing is sent',
  setOption: 'proof: for options of the system tab, addresses, chat pages and price lists',
  undoOption: 'proof: for options of the system tab, addresses, chat pages and price lists',
  applyConfiguration: 'proof: where it changes such an option, a sink, or where the key of a stored channel goes',
  planConfiguration: 'none: nothing is stored or sent',
  readConfigurationFile: 'none: nothing is stored or sent',
  previewContent: 'none: nothing is stored or sent',
  testMail: 'key again: a stored password goes only to the server that it is stored for',
  testDiscovery: 'none: reads a public document, without a secret',
  savePriceSync: 'proof',
  startImport: 'proof',
  uploadImport: 'proof',
  // Keys of channels
  addChannelKeys: 'none: keys go only to the stored address',
  changeChannelKeys: 'none: keys go only to the stored address',
  manageMultiKey: 'none: keys go only to the stored address',
  updateChannelKey: 'none: its note, status and limits',
  // Places that messages go to
  createAlertSink: 'proof',
  updateAlertSink: 'proof',
  createOwnSink: 'proof',
  updateOwnSink: 'proof',
  createAlertRule: 'none: names sinks that are there',
  updateAlertRule: 'none: names sinks that are there',
  // Logins
  updateSelf: 'key again: a new password needs the former one',
  emailBind: 'proof',
  wechatBind: 'proof',
  beginTotp: 'proof',
  confirmTotp: 'proof',
  removeTotp: 'proof',
  renewRecoveryCodes: 'proof',
  beginPasskey: 'proof',
  addPasskey: 'proof',
  removePasskey: 'proof',
  accessToken: 'proof',
  deleteSelf: 'proof',
  prove: 'none: is the proof',
  createUser: 'none: new users have the ordinary role',
  updateUser: 'proof: where it sets a password',
  manageUser: 'proof: where it promotes',
  resetSecondFactor: 'proof',
}

/** Calls with an input of such a name that leads nothing out and nobody in. */
export const NO_DOORS =
  `findUsers findTokens searchTokens updateToken optionHistory redeem updateRedemption listAudits pay topUpAmount
  nameReceiptBuyer setBilling savePrices undoPriceSync replayRouting listLiveCalls stopLiveCall listOwnTasks listTasks
  updateIncident`.split(/\s+/)

/** Names of inputs that may be a door. */
const SUSPECT =
  /url|address|proxy|host|server|issuer|webhook|(?:^|_)keys?$|secret|passw|token$|email|sources|settings|credential|sinks?$|text$|document|provider|value|other$|copy_of|code$|(?:^|\.)id$|action/i

interface Schema {
  _zod: {
    def: {
      type: string
      shape?: Record<string, Schema>
      element?: Schema
      options?: Schema[]
      in?: Schema
      valueType?: Schema
      innerType?: Schema
    }
  }
}

/** The names of all fields of a schema, nested ones with their path. */
function namesIn(schema: unknown, path = ''): string[] {
  const def = (schema as Schema | undefined)?._zod.def
  if (!def) return []
  if (def.shape)
    return Object.entries(def.shape).flatMap(([name, one]) => [path + name, ...namesIn(one, `${path}${name}.`)])
  if (def.options) return def.options.flatMap((option) => namesIn(option, path))
  return namesIn(def.element ?? def.in ?? def.valueType ?? def.innerType, path)
}

/** The inputs of a call that may be a door. */
export const suspectInputs = ({ body, query }: { body?: unknown; query?: unknown }): string[] =>
  [...namesIn(body), ...namesIn(query)].filter((name) => SUSPECT.test(name))
