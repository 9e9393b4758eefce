import type { DistributionSource } from '../distribution/words.ts';
import { type Manifestation, manifestations, type SchemaType, schemaTypes } from './words.ts';

/** The company's word on a document; `PENDING` where it owes one, empty where it owes none, as of a note that its supplier has cancelled. */
const words = [...manifestations, 'PENDING', ''] as const;

/** Every value that the database can give the column `kind`, and what it stands for. */
const kinds = schemaTypes.flatMap((schemaType) =>
  words.map((word) => ({ schemaType, word, kind: `${schemaType} ${word}` })),
);

/** What kinds are told apart by. */
export type KindFilter = {
  model?: DistributionSource | undefined;
  schemaType?: SchemaType | undefined;
  manifestation?: Manifestation | undefined;
  pending?: boolean | undefined;
};

/** The kinds of documents that are wanted; null for all of them. */
export function kindsOf({ model, schemaType, manifestation, pending }: KindFilter): string[] | null {
  const wanted = kinds.filter(
    (of) =>
      (model === undefined || model === modelOf(of.schemaType)) &&
      (schemaType === undefined || schemaType === of.schemaType) &&
      (manifestation === undefined || manifestation === of.word) &&
      (pending === undefined || pending === (of.word === 'PENDING')),
  );
  return wanted.length === kinds.length ? null : wanted.map(({ kind }) => kind);
}

function modelOf(type: SchemaType): DistributionSource {
  return type === 'NFSE' || type === 'EVENTO_NFSE' ? 'NFSE' : 'NFE';
}
