/** The hidden field that says who a page was shown to; browsers load it too. It is never something that a person typed. */
export const ownerField = "page_owner"

/** The hidden field with the id of a form, made with its page: pressed twice, it takes effect once. */
export const formIdField = "form_id"
