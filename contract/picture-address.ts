/** A whole http(s) address: a scheme alone, or with a path at once, leads nowhere. */
export const isWebAddress = (text: string) => /^https?:\/\/[^\s/?#]\S*$/i.test(text) && URL.canParse(text)

/** Whether a browser can show what the text names on every page: an address, a path from the root, or the picture itself. */
export const isPictureAddress = (text: string) =>
  isWebAddress(text) || /^\/\S*$/.test(text) || /^data:image\/[a-z0-9.+-]+[;,]\S+$/i.test(text)
