/**
 * Whether a control of a form is one of a field's: a date, address, table or list of shares has several, and the
 * checkboxes that clear or postpone an answer are the field's too.
 */
export function belongs(control: string, field: string): boolean {
  return (
    control === field ||
    control === `clear.${field}` ||
    control === `later.${field}` ||
    control.startsWith(`${field}.`) ||
    (control.startsWith(`${field}_`) &&
      /^(month|day|year|street|city|state|postal_code|country_iso|r\d+_.+)$/.test(
        control.slice(field.length + 1),
      ))
  )
}
