import type { ClientSnapshot } from '../../clients/client-input.ts';
import type { Issuer } from '../../companies/settings.ts';
import type { Model } from '../../document-types.ts';
import type { ComputedNote } from '../../documents/computed-note.ts';
import { fiscalDay } from '../../fiscal-time.ts';
import { simplesOn } from '../../taxation/simples.ts';
import { onlyDigits, element, field, group, taxIdField } from '../../xml/writer.ts';
import { countryCode } from '../../country-code.ts';
import type { NoteIdentity } from './ide.ts';

const regimeCodes = { SIMPLES: '1', SIMPLES_EXCESS: '2', NORMAL: '3', MEI: '4' };

/** Group C: the issuer. */
export function layoutEmit(note: ComputedNote, identity: NoteIdentity): string {
  const { issuer } = note;
  const { settings } = issuer;
  return group(
    'emit',
    taxIdField(issuer.taxId), // C02, C02a
    field('xNome', issuer.name), // C03
    field('xFant', issuer.tradeName), // C04
    address(issuer), // C05
    field('IE', onlyDigits(settings.stateRegistration)), // C17
    field('IEST', substituteRegistration(note)), // C18
    municipalRegistration(issuer),
    field('CRT', regimeCodes[settings.taxRegime]), // C21
    field('ISUFEmit', suframaRegistration(note)), // C22
    field('tpRegimeIBSCBS', ibsCbsRegime(note, identity)), // NT 2026.005, which was not read: after the CRT by assumption (docs/decisions/0077)
  );
}

/** ISUFEmit, the issuer's SUFRAMA registration, which a note has whose CBS is zero in a free trade area (rule UB66a-10, 1190). */
function suframaRegistration({ issuer, items }: ComputedNote): string | null {
  const isInside = items.some(({ ibsCbs }) => ibsCbs?.amounts?.freeTradeArea);
  return isInside ? (issuer.settings.suframaRegistration ?? null) : null;
}

const ibsCbsRegimeCodes = { REGULAR: '1', SIMPLES_PENDING: '2', SIMPLES_EXCESS_PENDING: '3' };

/** tpRegimeIBSCBS; null where the schemas do not have it, or where the company's CRT already says it. */
function ibsCbsRegime({ issuer }: ComputedNote, { issuedAt, hasSimplesGroup }: NoteIdentity): string | null {
  const { settings } = issuer;
  const regime = simplesOn(settings, fiscalDay(issuedAt, settings.address.state)).ibsCbsRegime;
  if (!hasSimplesGroup || !regime) return null;
  const isPending = regime !== 'REGULAR';
  return isPending === (settings.taxRegime === 'NORMAL') ? ibsCbsRegimeCodes[regime] : null;
}

function address({ settings }: Issuer): string {
  const { address } = settings;
  return group(
    'enderEmit',
    field('xLgr', address.street), // C06
    field('nro', address.number), // C07
    field('xCpl', address.complement), // C08
    field('xBairro', address.neighborhood), // C09
    field('cMun', address.municipalityCode), // C10
    field('xMun', address.city), // C11
    field('UF', address.state), // C12
    field('CEP', onlyDigits(address.zipCode)), // C13
    field('cPais', '1058'), // C14
    field('xPais', 'BRASIL'), // C15
    field('fone', onlyDigits(settings.phone)), // C16
  );
}

/**
 * IEST, the issuer's registration as tax substitute in the state to which ICMS-ST is due; an NFC-e has none (rule C18-10, 718). For vehicles that
 * their maker bills directly that is the state of delivery, the dealer's (C18-30).
 */
function substituteRegistration(note: ComputedNote) {
  const { model, issuer, destination, operationType, recipient, items, delivery } = note;
  const isCharged = items.some(({ icms }) => (icms?.stValue ?? null) !== null);
  if (model !== '55' || destination !== '2' || operationType !== 'OUT' || !isCharged) return null;
  const isBilledByMaker = items.some(({ vehicle }) => vehicle?.sale === 'DIRECT_BILLING');
  const state = isBilledByMaker ? delivery?.state : recipient?.address?.state;
  return issuer.settings.substituteStateRegistrations?.[state ?? ''] ?? null;
}

/** The CNAE is written only with a municipal registration. */
function municipalRegistration({ settings }: Issuer): string {
  const registration = field('IM', settings.municipalRegistration); // C19
  return registration && registration + field('CNAE', onlyDigits(settings.cnae)); // C20
}

/** Printed in homologation in place of the recipient's name on an NF-e (rule E04-20, 598). */
const homologationName = 'NF-E EMITIDA EM AMBIENTE DE HOMOLOGACAO - SEM VALOR FISCAL';

/** Group E: the recipient; empty for the anonymous consumer of an NFC-e. */
export function layoutDest({ model, recipient }: ComputedNote, { environment }: NoteIdentity): string {
  if (!recipient || (model === '65' && recipient.document === '')) return '';
  const hidesName = model === '55' && environment === 'HOMOLOGATION';
  return group(
    'dest',
    identification(recipient), // E02, E03, E03a
    field('xNome', hidesName ? homologationName : recipient.name), // E04
    layoutRecipientAddress(recipient), // E05
    ...stateRegistration(recipient, model),
    field('ISUF', recipient.isuf), // E18
    field('email', recipient.email), // E19
  );
}

/** CNPJ, CPF, or idEstrangeiro for a recipient with neither, which may be empty: the layout no longer allows an empty CNPJ. */
function identification({ document, documentType }: ClientSnapshot): string {
  if (documentType === 'CNPJ' || documentType === 'CPF') return taxIdField(document);
  return field('idEstrangeiro', document) || element('idEstrangeiro', {});
}

function stateRegistration(recipient: ClientSnapshot, model: Model): string[] {
  const isAbroad = recipient.country !== 'BR';
  if (model === '65' || isAbroad) return [field('indIEDest', '9')];
  switch (recipient.taxpayerType) {
    case 'CONTRIBUINTE':
      return [field('indIEDest', '1'), field('IE', onlyDigits(recipient.stateRegistration))]; // E16a, E17
    case 'ISENTO':
      return [field('indIEDest', '2')];
    case 'NAO_CONTRIBUINTE':
      return [field('indIEDest', '9'), field('IE', onlyDigits(recipient.stateRegistration))];
  }
}

const countryNames = new Intl.DisplayNames(['pt-BR'], { type: 'region' });

/** enderDest (E05); empty where no address is known. All addresses abroad have the same municipality and state. */
function layoutRecipientAddress({ address, country, phone }: ClientSnapshot): string {
  if (!address) return '';
  const isAbroad = country !== 'BR';
  const code = countryCode(country);
  return group(
    'enderDest',
    field('xLgr', address.street), // E06
    field('nro', address.number), // E07
    field('xCpl', address.complement), // E08
    field('xBairro', address.neighborhood), // E09
    field('cMun', isAbroad ? '9999999' : address.municipalityCode), // E10
    field('xMun', isAbroad ? 'EXTERIOR' : address.city), // E11
    field('UF', isAbroad ? 'EX' : address.state), // E12
    isAbroad ? '' : field('CEP', onlyDigits(address.zipCode)), // E13
    field('cPais', code), // E14
    field('xPais', isAbroad ? code && countryNames.of(country) : 'BRASIL'), // E15
    field('fone', onlyDigits(phone)), // E16
  );
}
