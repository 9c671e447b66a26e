/** The clients who own an asset, by contact id; none if someone else does or it is not known. */
export function ownersOf(
  owner_type: string,
  { contact_main_id, contact_spouse_id }: { contact_main_id: string; contact_spouse_id: string | null },
): string[] {
  const owners = {
    main: [contact_main_id],
    partner: [contact_spouse_id],
    joint: [contact_main_id, contact_spouse_id],
  }[owner_type]
  return (owners ?? []).filter((id) => id !== null)
}
