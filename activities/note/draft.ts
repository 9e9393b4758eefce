import type { EntityManager } from '../../config/orm.ts';
import type { Document } from '../../domain/documents/document.entity.ts';
import { LocalRejection } from '../conversation/local-rejection.ts';
import type { Parts } from '../parts.ts';
import type { Draft } from './drafted.ts';
import { goodsDraft } from './goods/draft.ts';
import type { IssuingInputs } from './issuing-inputs.ts';
import { serviceDraft } from './service/draft.ts';

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
      return serviceDraft(em, { document, payload, issuer }, parts);
  }
}
