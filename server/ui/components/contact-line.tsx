import { PhoneLink } from "./phone-link.tsx"

/** Email addresses, and phone numbers of seven digits or more with the usual separators. */
const addressOrNumber = /([^\s,;<>()]+@[^\s,;<>()]+[^\s,;<>().])|(\+?\(?\d(?:[\s()./-]*\d){6,})/g

/** Free-form contact details with links for their email addresses and phone numbers. */
export function ContactLine({ text }: { text: string }) {
  const parts = []
  let end = 0
  for (const match of text.matchAll(addressOrNumber)) {
    const [found, email] = match
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
