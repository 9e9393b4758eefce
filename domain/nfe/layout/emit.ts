import type { Issuer } from '../../companies/settings.ts';
import { digits, taxIdField } from '../../xml/tax-id-field.ts';
import { field, group } from '../../xml/writer.ts';

const regimeCodes = { SIMPLES: '1', SIMPLES_EXCESS: '2', NORMAL: '3', MEI: '4' };

/** Group C: the issuer. */
export function layoutEmit(issuer: Issuer): string {
  const { settings } = issuer;
  return group(
    'emit',
    taxIdField(issuer.taxId), // C02, C02a
    field('xNome', issuer.name), // C03
    field('xFant', issuer.tradeName), // C04
    address(issuer), // C05
    field('IE', digits(settings.stateRegistration)), // C17
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

/** The CNAE is written only with a municipal registration. */
function municipalRegistration({ settings }: Issuer): string {
  const registration = field('IM', settings.municipalRegistration); // C19
  return registration && registration + field('CNAE', digits(settings.cnae)); // C20
}
