import { QRCodeSVG } from 'qrcode.react'

interface Props {
  text: string
  /** What it is, for those who cannot see it. */
  label: string
  /** Pixels of a side. */
  size?: number
}

/** A text for a camera. Black on white in every theme, since not every reader takes the reverse. */
export function QrCode({ text, label, size = 192 }: Props) {
  return <QRCodeSVG value={text} title={label} size={size} marginSize={2} bgColor="#fff" fgColor="#000" level="M" />
}
