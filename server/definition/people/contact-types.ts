/** The types a contact detail can have; integrations must expect any of them. */
export const phoneTypes = ["mobile", "home", "work", "fax", "other"] as const
export const emailTypes = ["home", "work", "other"] as const
export const addressTypes = ["home", "mailing", "work", "other"] as const

export const genders = ["Female", "Male", ""] as const

/** What can be true of the person a matter is about. */
export const contactMainStatuses = ["living", "deceased", "incapacitated"] as const
