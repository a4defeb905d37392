/** Well-known public price lists. The server reads a list only after the operator has added it. */
export const KNOWN_LISTS = [
  {
    name: 'LiteLLM',
    address: 'https://raw.githubusercontent.com/BerriAI/litellm/main/model_prices_and_context_window.json',
  },
  { name: 'models.dev', address: 'https://models.dev/api.json' },
  { name: 'OpenRouter', address: 'https://openrouter.ai/api/v1/models' },
]

/** Returns the name of a list: of others than the known ones their host. */
export function nameOfList(address: string): string {
  const known = KNOWN_LISTS.find((list) => list.address === address)
  return known?.name ?? (URL.canParse(address) ? new URL(address).host : address)
}
