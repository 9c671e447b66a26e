/** An email address that breaks after its @ where it must break, and elsewhere only where a part alone is too long. */
export function EmailAddress({ email }: { email: string }) {
  const at = email.lastIndexOf("@") + 1
  return (
    <span class="cell-address">
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </span>
  )
}

/** Below a name in the cell of a table; nothing where the address stands in for the name. */
export function EmailBelow({ name, email }: { name: string; email: string }) {
  if (!email || email === name) return null
  return (
    <span class="cell-note cell-line">
      <EmailAddress email={email} />
    </span>
  )
}
