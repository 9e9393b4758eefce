export const schemaTypes = ['RES_NFE', 'PROC_NFE', 'RES_EVENTO', 'PROC_EVENTO', 'NFSE', 'EVENTO_NFSE'] as const;
/** What a received file is: a summary (`RES_`) or the whole of a note or event (spec 2-extended §2.6). */
export type SchemaType = (typeof schemaTypes)[number];

export const noteSchemaTypes = ['RES_NFE', 'PROC_NFE', 'NFSE'] as const satisfies SchemaType[];
export type NoteSchemaType = (typeof noteSchemaTypes)[number];

export const eventSchemaTypes = ['RES_EVENTO', 'PROC_EVENTO', 'EVENTO_NFSE'] as const satisfies SchemaType[];
export type EventSchemaType = (typeof eventSchemaTypes)[number];

export const roles = ['RECIPIENT', 'TRANSPORTER', 'AUTHORIZED', 'OTHER'] as const;
/** What the company is to a note, the closest first: only its recipient answers for it and pays. */
export type Role = (typeof roles)[number];

export const manifestations = ['CIENCIA', 'CONFIRMADA', 'DESCONHECIDA', 'NAO_REALIZADA'] as const;
/** What the recipient of an NF-e says of it (manifestação do destinatário). */
export type Manifestation = (typeof manifestations)[number];

export const noteStatuses = ['AUTHORIZED', 'DENIED', 'CANCELLED'] as const;
/** State of a received note; each stands above those before it. */
export type NoteStatus = (typeof noteStatuses)[number];
export const receivedStatuses = [...noteStatuses, 'REGISTERED'] as const;
/** State of a received document; an event is `REGISTERED`. */
export type ReceivedStatus = (typeof receivedStatuses)[number];

export const signatureStates = ['VALID', 'INVALID', 'ABSENT'] as const;
/** What became of checking the signature of a file that somebody else signed. */
export type SignatureState = (typeof signatureStates)[number];

/** The same with, in Portuguese, why a signature does not hold. */
export type SignatureVerdict = { verdict: SignatureState; reason: string | null };
