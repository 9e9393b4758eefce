import type { Environment } from '../companies/settings.ts';
import type { ComputedService } from '../documents/computed-service.ts';
import type { ReplacedNfse } from '../documents/service-sale.ts';
import { fiscalDateTime } from '../fiscal-time.ts';
import type { Signer } from '../xml/signature.ts';
import { onlyDigits, element, field, group, taxIdField } from '../xml/writer.ts';
import { signedDocument, verAplicOf } from './document.ts';
import { layoutValores } from './dps-amounts.ts';
import { layoutIbsCbs } from './dps-ibs-cbs.ts';
import { layoutPerson } from './dps-person.ts';
import { layoutServ } from './dps-service.ts';

/** The signed DPS, byte for byte as it is stored and sent, and its Id, by which the authority is later asked about it. */
export function buildDps(
  service: ComputedService,
  identity: DpsIdentity,
  signer: Signer,
): { dpsId: string; xml: string; digestValue: string } {
  const { dpsId, infDPS } = layoutDps(service, identity);
  return { dpsId, ...signedDocument('DPS', { element: infDPS, id: dpsId }, signer) };
}

/** What a DPS gets when it is issued, beside its content. */
export type DpsIdentity = {
  series: number;
  number: number;
  issuedAt: Date;
  /** The document's environment, fixed at its creation. */
  environment: Environment;
  /** Lavra's version, for verAplic. */
  version: string;
};

/** tpEmit of an issuer who is the provider. The national system takes no other issuer (E9996). */
const provider = '1';

/**
 * The whole infDPS in layout 1.01 (XSD of 2026-07-27), in canonical form. The same service and identity give the same text, in homologation as in
 * production: this layout has no literal in place of names.
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
    field('verAplic', verAplicOf(identity.version)),
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
    layoutIbsCbs(service),
  );
  return { dpsId: id, infDPS };
}

/** Group subst: the NFS-e that this one replaces. */
function layoutSubst(replaces: ReplacedNfse | null): string {
  if (!replaces) return '';
  return group(
    'subst',
    field('chSubstda', replaces.accessKey),
    field('cMotivo', replaces.reason),
    field('xMotivo', replaces.description),
  );
}

/** Group prest: the issuer. Name and address are left out: the authority takes them from its own register and refuses them here (E0121, E0128). */
function layoutPrest({ issuer, regime }: ComputedService): string {
  const { settings } = issuer;
  return group(
    'prest',
    taxIdField(issuer.taxId),
    field('IM', settings.municipalRegistration),
    field('fone', onlyDigits(settings.phone)),
    field('email', settings.email),
    group(
      'regTrib',
      field('opSimpNac', regime.opSimpNac),
      field('regApTribSN', regime.regApTribSN),
      field('regEspTrib', regime.regEspTrib),
    ),
  );
}

/** The four parts that identify a DPS. */
type DpsIdParts = {
  /** cLocEmi: the issuer's municipality. */
  municipalityCode: string;
  /** CNPJ, or CPF of an issuer without one. */
  taxId: string;
  series: number;
  number: number;
};

const pattern = /^DPS([0-9]{7})(?:1000([0-9]{11})|2([0-9A-Z]{14}))([0-9]{5})([0-9]{15})$/;

/** infDPS/@Id, 45 characters (TSIdDPS): its parts must be those of the DPS itself (rule E0004). */
export function dpsId({ municipalityCode, taxId, series, number }: DpsIdParts): string {
  const kind = taxId.length === 11 ? '1' : '2';
  const inscription = taxId.padStart(14, '0');
  return `DPS${municipalityCode}${kind}${inscription}${String(series).padStart(5, '0')}${String(number).padStart(15, '0')}`;
}

/**
 * Splits the Id of a DPS into its parts.
 *
 * @throws TypeError where the text is no such Id
 */
export function parseDpsId(id: string): DpsIdParts {
  const [, municipalityCode, cpf, cnpj, series, number] = pattern.exec(id) ?? [];
  const taxId = cpf ?? cnpj;
  if (!municipalityCode || !taxId) throw new TypeError(`Not the Id of a DPS: ${JSON.stringify(id)}`);
  return { municipalityCode, taxId, series: Number(series), number: Number(number) };
}
