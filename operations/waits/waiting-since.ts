/**
 * SQL for an update that writes what a row waits for: the time since when it waits stays while the kind stays the same. Its one parameter is the
 * kind. It uses the clock and not the transaction's time, which may be before what the transaction has read.
 */
export const waitingSince = `waiting_since = case when waiting_kind = ? then waiting_since else clock_timestamp() end`;
