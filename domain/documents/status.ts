export const documentStatuses = ['DRAFT', 'PROCESSING', 'AUTHORIZED', 'REJECTED', 'CANCELLED'] as const;
/** States of a document (spec 1-core §3.1). */
export type DocumentStatus = (typeof documentStatuses)[number];
