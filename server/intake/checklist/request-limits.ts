export const max_label_characters = 200
export const max_note_characters = 1_000
/** How many documents staff can request in one matter. */
export const max_requests = 100
/** How many documents one set can list, and one press can request. */
export const max_at_once = 50
export const max_set_name_characters = 80
/** How many sets a firm keeps. */
export const max_sets = 200
