import type { NoteSchemaType, ReceivedStatus, Source } from './reading/arrival.ts';

/** What the company is to a note that it received. */
export const receivedRoles = ['RECIPIENT', 'TRANSPORTER', 'AUTHORIZED', 'OTHER'] as const;
export type ReceivedRole = (typeof receivedRoles)[number];

export const manifestationTypes = ['CIENCIA', 'CONFIRMADA', 'DESCONHECIDA', 'NAO_REALIZADA'] as const;
export type ManifestationType = (typeof manifestationTypes)[number];

/** What a row says of a note: the facts of its best version, and what any version or event has made of it. */
export type NoteState = {
  model: Source;
  schemaType: NoteSchemaType;
  /** Of the newest version of that kind. */
  nsu: bigint;
  hasFullXml: boolean;
  accessKey: string;
  issuer: { taxId: string; name: string };
  number: string;
  series: string;
  totalValue: string;
  emissionDate: Date;
  role: ReceivedRole;
  status: ReceivedStatus;
};
