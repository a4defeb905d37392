/** Whether an Accept-Encoding header allows an encoding by name; `q=0` refuses it. */
export const acceptsEncoding = (header: string, encoding: string) =>
  header.split(',').some((part) => {
    const [name, ...parameters] = part.trim().toLowerCase().split(';')
    return name === encoding && !parameters.some((parameter) => /^\s*q=0(\.0*)?$/.test(parameter))
  })
