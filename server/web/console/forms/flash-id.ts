/** The id of the banner that confirms the form that redirected here. */
export const flash_id = "flash"
