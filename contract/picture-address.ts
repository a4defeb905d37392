/** A complete http(s) address; one without a host is refused. */
export const isWebAddress = (text: string) => /^https?:\/\/[^\s/?#]\S*$/i.test(text) && URL.canParse(text)

/**
 * Whether a browser can show the text as an image on every page: an address, a path from the root, or a data URL.
 */
export const isPictureAddress = (text: string) =>
  isWebAddress(text) || /^\/\S*$/.test(text) || /^data:image\/[a-z0-9.+-]+[;,]\S+$/i.test(text)
