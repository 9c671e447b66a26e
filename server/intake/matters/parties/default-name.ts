interface Client {
  first_name: string
  last_name: string
}

/** The default name of a matter, from its clients: “Smith, Ada and Ben”. */
export function defaultMatterName(client: Client, partner?: Client): string {
  const first = filedName(client)
  if (!partner) return first
  const isOneFamily = partner.last_name === "" || partner.last_name === client.last_name
  const second = isOneFamily && client.last_name !== "" ? partner.first_name : filedName(partner)
  return [first, second].filter(Boolean).join(" and ")
}

function filedName({ first_name, last_name }: Client): string {
  return [last_name, first_name].filter(Boolean).join(", ")
}
