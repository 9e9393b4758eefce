import type { Issuer } from '../../companies/settings.ts';
import type { ComputedNote } from '../../documents/computed-note.ts';
import { digits, taxIdField } from '../../xml/tax-id-field.ts';
import { field, group } from '../../xml/writer.ts';

const regimeCodes = { SIMPLES: '1', SIMPLES_EXCESS: '2', NORMAL: '3', MEI: '4' };

/** Group C: the issuer. */
export function layoutEmit(note: ComputedNote): string {
  const { issuer } = note;
  const { settings } = issuer;
  return group(
    'emit',
    taxIdField(issuer.taxId), // C02, C02a
    field('xNome', issuer.name), // C03
    field('xFant', issuer.tradeName), // C04
    address(issuer), // C05
    field('IE', digits(settings.stateRegistration)), // C17
    field('IEST', substituteRegistration(note)), // C18
    municipalRegistration(issuer),
    field('CRT', regimeCodes[settings.taxRegime]), // C21
  );
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
    field('CEP', digits(address.zipCode)), // C13
    field('cPais', '1058'), // C14
    field('xPais', 'BRASIL'), // C15
    field('fone', digits(settings.phone)), // C16
  );
}

/** The issuer's registration as substitute in the state that ICMS-ST is charged for; an NFC-e has none (rule C18-10, 718). */
function substituteRegistration({ model, issuer, destination, operationType, recipient, items }: ComputedNote) {
  const isCharged = items.some(({ icms }) => (icms?.stValue ?? null) !== null);
  if (model !== '55' || destination !== '2' || operationType !== 'OUT' || !isCharged) return null;
  return issuer.settings.substituteStateRegistrations?.[recipient?.address?.state ?? ''] ?? null;
}

/** The CNAE is written only with a municipal registration. */
function municipalRegistration({ settings }: Issuer): string {
  const registration = field('IM', settings.municipalRegistration); // C19
  return registration && registration + field('CNAE', digits(settings.cnae)); // C20
}
