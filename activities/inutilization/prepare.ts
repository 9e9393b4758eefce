import type { EntityManager } from '../../config/orm.ts';
import type { InutilizationEnd } from '../../domain/conversation/progress.ts';
import { Inutilization } from '../../domain/inutilizations/inutilization.entity.ts';
import { layoutInutilization, signInutilization } from '../../domain/nfe/inutilization.ts';
import { stateCode } from '../../domain/states.ts';
import { explainIn } from '../conversation/explain.ts';
import type { Speaker } from '../conversation/matter.ts';
import {
  lockWithSignedXml,
  perhapsSaid,
  type Preparation,
  refuseFaults,
  validIdentity,
} from '../conversation/prepare.ts';
import { validatorOf } from '../conversation/schemas.ts';
import { newestCertificate } from '../../operations/newest-certificate.ts';

/** Writes what an open attempt waits for into its row. */
export const explain = explainIn({ table: 'inutilization', words: 'reason', open: 'PENDING' });

/** How a range of numbers is prepared. */
export const inutilizationPreparation: Preparation<Inutilization, never, InutilizationEnd> = {
  async claim(em, id, attempt) {
    const range = await em.findOne(Inutilization, Inutilization.open(id, attempt), lockWithSignedXml);
    range?.claim();
    return range;
  },
  async sign(em, range, parts) {
    if (range.signedXml) return perhapsSaid;
    const owner = await ownerOf(em, range);
    const { signer } = await validIdentity(em, owner, parts);
    const { xml } = signInutilization(layoutOf(range, owner), signer);
    refuseFaults(validatorOf(parts, 'nfe', new Date()).validate('inutNFe_v4.00.xsd', xml));
    range.signedXml = xml;
    return perhapsSaid;
  },
  explain,
  async refuse(tx, range, reason) {
    range.refuse(reason);
    tx.ended.push({ what: 'event', type: 'INUTILIZATION', outcome: 'rejected', cStat: null });
    return range.end();
  },
  async endOf(em, id, attempt) {
    const ended = { id, attempt, claimedAt: { $ne: null }, status: { $ne: 'PENDING' } } as const;
    const range = await em.findOne(Inutilization, ended);
    return range && range.end();
  },
};

/** The company that inutilizes numbers, and the state that its authorizer serves. */
export type Owner = Speaker & { state: string };

/** The owner of a range. */
export async function ownerOf(em: EntityManager, { company }: Inutilization): Promise<Owner> {
  const [owner] = await em.execute<Owner[]>(owners, [company]);
  if (!owner) throw new Error(`company ${company} does not exist`);
  return owner;
}

const owners = `
  select id as "companyId", tax_id as "taxId", ${newestCertificate('company.id')} as "certificateId",
    coalesce(settings->'address'->>'state', '') as state
  from company where id = ?`;

/** A range as the authority reads it; its id also identifies the calls about it. */
export function layoutOf(range: Inutilization, { taxId, state }: Owner): { id: string; infInut: string } {
  const { environment, model, series, startNumber, endNumber, year, justification } = range;
  return layoutInutilization({
    stateCode: stateCode(state),
    year: 2000 + Number(year),
    cnpj: taxId,
    model,
    series,
    first: startNumber,
    last: endNumber,
    justification,
    environment,
  });
}
