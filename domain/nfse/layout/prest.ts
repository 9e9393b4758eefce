import type { ComputedService } from '../../documents/computed-service.ts';
import { digits, taxIdField } from '../../xml/tax-id-field.ts';
import { field, group } from '../../xml/writer.ts';

/** Group prest: the issuer, whose name and address the authority takes from its own register and refuses here (E0121, E0128). */
export function layoutPrest({ issuer, regime }: ComputedService): string {
  const { settings } = issuer;
  return group(
    'prest',
    taxIdField(issuer.taxId),
    field('IM', settings.municipalRegistration),
    field('fone', digits(settings.phone)),
    field('email', settings.email),
    group(
      'regTrib',
      field('opSimpNac', regime.opSimpNac),
      field('regApTribSN', regime.regApTribSN),
      field('regEspTrib', regime.regEspTrib),
    ),
  );
}
