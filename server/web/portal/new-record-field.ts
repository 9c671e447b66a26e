/** The hidden field with the id of the record that a form will create; browsers load it too. */
export const newRecordField = "new_record"
