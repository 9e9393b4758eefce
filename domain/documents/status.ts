export const documentStatuses = ['DRAFT', 'PROCESSING', 'AUTHORIZED', 'REJECTED', 'CANCELLED'] as const;
/** States of a document (spec 1-core §3.1). */
export type DocumentStatus = (typeof documentStatuses)[number];

/** The model digits that a type prints in its access key; NFS-e has none. */
export const modelOf = { NFE: '55', NFCE: '65' } as const;
