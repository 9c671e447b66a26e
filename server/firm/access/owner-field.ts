/** The hidden field that says who a page was shown to; browsers load it too. It is never something that a person typed. */
export const ownerField = "page_owner"
