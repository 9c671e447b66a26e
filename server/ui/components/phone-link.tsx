/** A telephone number as it was written, ready to be called; it stays in one line. */
export function PhoneLink({ number }: { number: string }) {
  return (
    <a class="phone-number" href={`tel:${number.replace(/[^+\d]/g, "")}`}>
      {number}
    </a>
  )
}
