/** A text of Markdown that the bundler puts into the program: `import text from './page.md' with { type: 'text' }`. */
declare module '*.md' {
  const text: string
  export default text
}
