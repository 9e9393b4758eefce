import type { ComputedService } from '../../documents/computed-service.ts';
import type { Replaced } from '../../documents/service-sale.ts';
import { fiscalDateTime } from '../../fiscal-time.ts';
import { element, field, group } from '../../xml/writer.ts';
import { dpsId } from '../dps-id.ts';
import type { DpsIdentity } from '../identity.ts';
import { application } from '../signed-document.ts';
import { layoutIbsCbs } from './ibs-cbs.ts';
import { layoutPerson } from './person.ts';
import { layoutPrest } from './prest.ts';
import { layoutServ } from './serv.ts';
import { layoutValores } from './valores.ts';

/** tpEmit: the provider issues. The system takes no other issuer (E9996). */
const provider = '1';

/**
 * The whole declaration in layout 1.01 (XSD of 2026-07-27), in canonical form. The same service and identity give the same text, in
 * homologation as in production: the layout puts no sentence of the authority in the place of names.
 */
export function layoutDps(service: ComputedService, identity: DpsIdentity): { dpsId: string; infDPS: string } {
  const { issuer } = service;
  const { municipalityCode, state } = issuer.settings.address;
  const id = dpsId({ municipalityCode, taxId: issuer.taxId, series: identity.series, number: identity.number });
  const infDPS = element(
    'infDPS',
    { Id: id },
    field('tpAmb', identity.environment === 'PRODUCTION' ? '1' : '2'),
    field('dhEmi', fiscalDateTime(identity.issuedAt, state)),
    field('verAplic', application(identity.version)),
    field('serie', String(identity.series)),
    field('nDPS', String(identity.number)),
    field('dCompet', service.competence),
    field('tpEmit', provider),
    field('cLocEmi', municipalityCode),
    layoutSubst(service.replaces),
    layoutPrest(service),
    layoutPerson('toma', service.taker),
    layoutPerson('interm', service.intermediary),
    layoutServ(service),
    layoutValores(service),
    layoutIbsCbs(service.fields),
  );
  return { dpsId: id, infDPS };
}

/** Group subst: the NFS-e that this one replaces. */
function layoutSubst(replaces: Replaced | null): string {
  if (!replaces) return '';
  return group(
    'subst',
    field('chSubstda', replaces.accessKey),
    field('cMotivo', replaces.reason),
    field('xMotivo', replaces.description),
  );
}
