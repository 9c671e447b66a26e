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
