import type { EntityManager } from '../../config/orm.ts';
import { randomCNF } from '../../domain/access-key.ts';
import type { CompanySettings, Environment, Issuer } from '../../domain/companies/settings.ts';
import { computeNote } from '../../domain/documents/compute/note.ts';
import type { ComputedNote } from '../../domain/documents/computed-note.ts';
import type { ComputedContent, ComputedGoods, Document } from '../../domain/documents/document.entity.ts';
import type { GoodsPayload } from '../../domain/documents/payload.ts';
import { buildNfe } from '../../domain/nfe/build-nfe.ts';
import type { Signer } from '../../domain/xml/signature.ts';
import { taxRecordsOf } from '../../operations/records/tax-records.ts';
import { LocalRejection, orLocalRejection } from '../conversation/local-rejection.ts';
import type { Parts } from '../parts.ts';
import { openCsc } from './csc.ts';
import type { IssuingInputs } from './issuing-inputs.ts';

/** What identifies a document. */
export type Drawn = { series: number; number: number; issuedAt: Date; environment: Environment };

/** A signed document: the bytes that are sent, and what identifies it in the calls about it. */
export type Built = {
  subject: string;
  /** Null where the authority gives it with its answer. */
  accessKey: string | null;
  xml: string;
  digestValue: string;
};

/** A document with everything computed that does not depend on its number. */
export type Draft = {
  settings: CompanySettings;
  content: ComputedContent;
  totalValue: string;
  build(drawn: Drawn, signer: Signer): Built;
};

/**
 * Computes a document as its type asks for.
 *
 * @throws LocalRejection for what cannot be issued as it is, or not by this version
 */
export async function draftOf(
  em: EntityManager,
  document: Document,
  inputs: IssuingInputs,
  parts: Parts,
): Promise<Draft> {
  const { issuer } = inputs;
  if (!issuer) {
    throw new LocalRejection(
      'A empresa não tem configurações fiscais. Preencha-as com "lavra company set" e emita de novo.',
    );
  }
  const { payload } = document;
  switch (payload.type) {
    case 'NFE':
    case 'NFCE':
      return goodsDraft(em, { document, payload, issuer, inputs }, parts);
    case 'NFSE':
      throw new LocalRejection('A NFS-e ainda não é emitida por esta versão.');
  }
}

type Goods = { document: Document; payload: GoodsPayload; issuer: Issuer; inputs: IssuingInputs };

async function goodsDraft(
  em: EntityManager,
  { document, payload, issuer, inputs }: Goods,
  { rates, masterKey, version }: Parts,
): Promise<Draft> {
  const { company, clientSnapshot: client, issueDateTime: on } = document;
  const note = await orLocalRejection(async () => {
    const records = await taxRecordsOf(em, { company, payload });
    return computeNote({ issuer, client, payload, records, rates, on });
  });
  return {
    settings: issuer.settings,
    content: contentOf(note),
    totalValue: note.totals.note,
    build(drawn, signer) {
      const identity = { ...drawn, cNF: randomCNF(drawn.number), version };
      const built = buildNfe(note, identity, { signer, csc: openCsc(document, inputs.csc, masterKey) });
      return { ...built, subject: built.accessKey };
    },
  };
}

/** The issuer's settings stay with the company; the note keeps what was computed with them. */
function contentOf({ issuer: _issuer, ...content }: ComputedNote): ComputedGoods {
  return content;
}
