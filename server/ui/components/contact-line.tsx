import { PhoneLink } from "./phone-link.tsx"

/** Email addresses, and runs of seven digits or more with what people write between them. */
const reachable = /([^\s,;<>()]+@[^\s,;<>()]+[^\s,;<>().])|(\+?\(?\d(?:[\s()./-]*\d){6,})/g

/** A line of contact as somebody wrote it, what can be called or written to ready to be tapped. */
export function ContactLine({ text }: { text: string }) {
  const parts = []
  let end = 0
  for (const match of text.matchAll(reachable)) {
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
