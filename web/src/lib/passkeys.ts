/** Whether passkeys can be used here: browsers have none for addresses without a name, nor without encryption. */
export const canUsePasskeys = () =>
  'PublicKeyCredential' in window && window.isSecureContext && !/^[\d.]+$|:/.test(location.hostname)

/** Loads what talks to the browser about passkeys. */
const library = () => import('@simplewebauthn/browser')

type Json = { challenge: string; [key: string]: unknown }

/** What the browser returns, as the contract takes it. */
export interface PasskeyResponse {
  [key: string]: unknown
  id: string
  rawId: string
  type: 'public-key'
  response: Record<string, unknown>
  clientExtensionResults: Record<string, unknown>
}

/** Asks the browser for a new passkey. Throws when the user declines. */
export async function createPasskey(options: Json): Promise<PasskeyResponse> {
  const { startRegistration } = await library()
  return (await startRegistration({ optionsJSON: options as never })) as unknown as PasskeyResponse
}

/** Asks the browser to sign with a passkey. Throws when the user declines. */
export async function signWithPasskey(options: Json): Promise<PasskeyResponse> {
  const { startAuthentication } = await library()
  return (await startAuthentication({ optionsJSON: options as never })) as unknown as PasskeyResponse
}

/** Whether the browser offers passkeys among the suggestions of a field. */
export async function canSuggestPasskeys(): Promise<boolean> {
  return canUsePasskeys() && (await (await library()).browserSupportsWebAuthnAutofill())
}

/** Offers passkeys among the suggestions of the field for the user name. Resolves when one was chosen. */
export async function suggestPasskeys(options: Json): Promise<PasskeyResponse> {
  const { startAuthentication } = await library()
  const asked = startAuthentication({ optionsJSON: options as never, useBrowserAutofill: true })
  return (await asked) as unknown as PasskeyResponse
}

/** Withdraws what `suggestPasskeys` offers. */
export async function stopSuggesting(): Promise<void> {
  const { WebAuthnAbortService } = await library()
  WebAuthnAbortService.cancelCeremony()
}

/** Whether the user has closed the browser's own dialog, or another one has replaced it. */
export const isDeclined = (error: Error) => error.name === 'NotAllowedError' || error.name === 'AbortError'
