import { PhoneLink } from "./phone-link.tsx"

/** Email addresses, and phone numbers of seven digits or more with the usual separators. */
const addressOrNumber = /((?<![^\s,;<>()])[^\s,;<>()]+@[^\s,;<>()]+[^\s,;<>().])|\+?\(?\d[\d\s()./-]*\d/g

/** Free-form contact details with links for their email addresses and phone numbers. */
export function ContactLine({ text }: { text: string }) {
  const parts = []
  let end = 0
  for (const match of text.matchAll(addressOrNumber)) {
    const [found, email] = match
    if (!email && found.replace(/\D/g, "").length < 7) continue
    parts.push(text.slice(end, match.index))
    parts.push(email ? <a href={`mailto:${email}`}>{email}</a> : <PhoneLink number={found} />)
    end = match.index + found.length
  }
  return (
    <>
      {parts}
      {text.slice(end)}
    </>
  )
}
