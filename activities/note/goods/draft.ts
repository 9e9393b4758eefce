import type { EntityManager } from '../../../config/orm.ts';
import { randomCNF } from '../../../domain/access-key.ts';
import type { Issuer } from '../../../domain/companies/settings.ts';
import { computeNote } from '../../../domain/documents/compute/note.ts';
import type { ComputedNote } from '../../../domain/documents/computed-note.ts';
import type { ComputedGoods, Document } from '../../../domain/documents/document.entity.ts';
import type { GoodsPayload } from '../../../domain/documents/payload.ts';
import { buildNfe } from '../../../domain/nfe/build-nfe.ts';
import { originsOf } from '../../../operations/documents/origins.ts';
import { taxRecordsOf } from '../../../operations/records/tax-records.ts';
import { orLocalRejection } from '../../conversation/local-rejection.ts';
import type { Parts } from '../../parts.ts';
import type { Draft } from '../drafted.ts';
import type { IssuingInputs } from '../issuing-inputs.ts';
import { openCsc } from './csc.ts';
import { openCsrt } from './csrt.ts';
import { inContingency } from './form.ts';

type Goods = { document: Document; payload: GoodsPayload; issuer: Issuer; inputs: IssuingInputs };

/** A note of goods, computed. */
export async function goodsDraft(
  em: EntityManager,
  { document, payload, issuer, inputs }: Goods,
  { rates, masterKey, version }: Parts,
): Promise<Draft> {
  const { company, clientSnapshot: client, issueDateTime: on } = document;
  const note = await orLocalRejection(async () => {
    const records = await taxRecordsOf(em, { company, payload });
    const origins = await originsOf(em, { company, environment: document.environment }, payload);
    return computeNote({ issuer, client, payload, records, origins, rates, on });
  });
  return {
    settings: issuer.settings,
    content: contentOf(note),
    totalValue: note.totals.note,
    build(drawn, signer) {
      const { cNF, contingency, environment } = drawn;
      const { state } = issuer.settings.address;
      const identity = {
        ...drawn,
        cNF: cNF ?? randomCNF(drawn.number),
        contingency: inContingency(contingency, { state, environment }),
        version,
      };
      const means = {
        signer,
        csc: openCsc(document, inputs.csc, masterKey),
        csrt: openCsrt(document, issuer.settings, masterKey),
      };
      const built = buildNfe(note, identity, means);
      return { ...built, subject: built.accessKey };
    },
  };
}

/** The issuer's settings stay with the company; the note keeps what was computed with them. */
function contentOf({ issuer: _issuer, ...content }: ComputedNote): ComputedGoods {
  return content;
}
