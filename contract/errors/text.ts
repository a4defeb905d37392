/** An error that Switchyard makes itself: HTTP status and text in both languages. `{x}` are parameters. */
export interface ErrorText {
  status: number
  zh: string
  en: string
}
