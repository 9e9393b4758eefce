// Workflows read this file: it must stay without imports.

export const closingStatuses = ['PENDING', 'RUNNING', 'COMPLETED', 'FAILED'] as const;
/** States of a closing. PENDING waits for its turn; FAILED says why, and the month may be closed again. */
export type ClosingStatus = (typeof closingStatuses)[number];

export const skipReasons = ['already_running', 'no_documents', 'dispatch_failed', 'not_in_portfolio'] as const;
/** Why no closing was begun for a company (spec 2-extended §4.7). */
export type SkipReason = (typeof skipReasons)[number];

export const memberKinds = ['XML', 'PDF', 'EVENT', 'INUTILIZATION', 'MANIFEST'] as const;
/** What a file in a closing's ZIP is. `MANIFEST`: one of the three that speak of the others. */
export type MemberKind = (typeof memberKinds)[number];
