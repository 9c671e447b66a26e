/** An email address that breaks after its @; in a wide table, only there. */
export function EmailAddress({ email }: { email: string }) {
  const at = email.lastIndexOf("@") + 1
  return (
    <span class="cell-address" title={email}>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </span>
  )
}

/** The email address below a name in a table cell; nothing if the address already stands in for the name. */
export function EmailBelow({ name, email }: { name: string; email: string }) {
  if (!email || email === name) return null
  return (
    <span class="cell-note cell-line">
      <EmailAddress email={email} />
    </span>
  )
}
