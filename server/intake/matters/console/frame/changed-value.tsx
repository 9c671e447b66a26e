/** A value before a change, or after it; null stands for none. */
export function OldValue({ text }: { text: string | null }) {
  return text === null ? <span class="cell-note">Nothing</span> : <del>{text}</del>
}

export function NewValue({ text }: { text: string | null }) {
  return text === null ? <span class="cell-note">Nothing</span> : <ins>{text}</ins>
}

export function ChangedValue({ before, after }: { before: string | null; after: string | null }) {
  return (
    <>
      <OldValue text={before} />
      {" → "}
      <NewValue text={after} />
    </>
  )
}
