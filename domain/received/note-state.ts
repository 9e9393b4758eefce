import type { DistributionSource } from '../distribution/words.ts';
import type { NoteSchemaType, NoteStatus, Role } from './words.ts';

/** What a row says of a note: the facts of its best version, and what any version or event has made of it. */
export type NoteState = {
  model: DistributionSource;
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
  role: Role;
  status: NoteStatus;
  /** nProt; nDFSe of an NFS-e. */
  protocol: string | null;
};
