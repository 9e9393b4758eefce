import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '../config/orm.ts';
import { acrossCompanies } from '../operations/in-company.ts';
import { Company } from '../domain/companies/company.entity.ts';
import type { InutilizationEnd } from '../domain/emission/progress.ts';
import { Inutilization } from '../domain/inutilizations/inutilization.entity.ts';
import { layoutInutilization, signInutilization } from '../domain/nfe/inutilization.ts';
import { stateCode } from '../domain/sefaz/endpoints.ts';
import type { Parts } from './parts.ts';

export type PreparedInutilization =
  { kind: 'notOurs' } | { kind: 'rejected'; end: InutilizationEnd } | { kind: 'ready' };

/** Claims, builds, signs and commits a range before it is sent; see the activity `prepareInutilization`. */
export async function prepareRange(parts: Parts, id: string, attempt: number): Promise<PreparedInutilization> {
  return acrossCompanies(parts.orm).transactional(async (tx) => {
    const range = await tx.findOne(Inutilization, { id, attempt, status: 'PENDING' }, lockedWhole);
    if (!range) return { kind: 'notOurs' };
    range.claimedAt = new Date();
    if (range.signedXml) return { kind: 'ready' };
    const company = await tx.findOneOrFail(Company, { id: range.company });
    const refusal = await build(tx, range, company, parts);
    if (refusal === null) return { kind: 'ready' };
    tx.assign(range, { status: 'REJECTED', reason: refusal });
    return { kind: 'rejected', end: { status: 'REJECTED', cStat: null, reason: refusal } };
  });
}

const lockedWhole = { lockMode: LockMode.PESSIMISTIC_WRITE, populate: ['signedXml'] } as const;

/** The id a range is known by at the authority, and in our memory of the calls about it. */
export function rangeSubject(range: Inutilization, company: Company): string {
  return laidOut(range, company).id;
}

/** @returns null, or in Portuguese why it cannot be built */
async function build(em: EntityManager, range: Inutilization, company: Company, parts: Parts): Promise<string | null> {
  const identity = await parts.identities.of(em, company.id);
  if (!identity || identity.notAfter <= new Date()) {
    return 'A empresa não tem certificado A1 válido. Cadastre um com "lavra certificate add" e tente de novo.';
  }
  const { xml } = await signInutilization(laidOut(range, company), identity.signer);
  const faults = parts.validatorOn('nfe', new Date()).validate('inutNFe_v4.00.xsd', xml);
  if (faults.length > 0) return faults.map(({ path, message }) => `${path}: ${message}`).join('\n');
  range.signedXml = xml;
  return null;
}

function laidOut(range: Inutilization, { id, taxId, settings }: Company): { id: string; infInut: string } {
  if (!settings) throw new TypeError(`company ${id} has no settings`);
  const { environment, model, series, startNumber, endNumber, year, justification } = range;
  return layoutInutilization({
    stateCode: stateCode(settings.address.state),
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
