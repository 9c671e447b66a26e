import type { SignatureRow } from "../../agreements/signatures.ts"
import { field_height, field_width, pointsOf } from "../../agreements/strokes.ts"

/** A signature as it was given: its lines, or the typed name as if written by hand. */
export function Signature({ signature, label }: { signature: SignatureRow; label: string }) {
  const { strokes, name } = signature
  if (!strokes) return <span class="signature-name">{name}</span>
  return (
    <svg class="signature" viewBox={`0 0 ${field_width} ${field_height}`} role="img" aria-label={label}>
      {strokes.map((stroke) => (
        <polyline key={pointsOf(stroke)} points={pointsOf(stroke)} />
      ))}
    </svg>
  )
}
