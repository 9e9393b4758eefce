/** The least time between two questions about the status of one authorizer, in seconds. */
export const usualPaceSeconds = 30;
