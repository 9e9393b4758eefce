/**
 * Of an update that writes what a row waits for: since when stays while the kind stays. Its one parameter is the kind. By the clock, not by the
 * transaction, which may have begun before what it read.
 */
export const waitingSince = `waiting_since = case when waiting_kind = ? then waiting_since else clock_timestamp() end`;
