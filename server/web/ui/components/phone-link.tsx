/** A phone number as typed, linked for calling, that does not wrap. */
export function PhoneLink({ number }: { number: string }) {
  return (
    <a class="phone-number" href={`tel:${number.replace(/[^+\d]/g, "")}`}>
      {number}
    </a>
  )
}
