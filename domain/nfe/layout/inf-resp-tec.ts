import type { Issuer } from '../../companies/settings.ts';
import { digits } from '../../xml/tax-id-field.ts';
import { field, group } from '../../xml/writer.ts';

/** Group ZD: the party responsible for the software. */
export function layoutInfRespTec({ settings: { technicalResponsible: responsible } }: Issuer): string {
  if (!responsible) return '';
  return group(
    'infRespTec',
    field('CNPJ', responsible.cnpj), // ZD02
    field('xContato', responsible.contact), // ZD04
    field('email', responsible.email), // ZD05
    field('fone', digits(responsible.phone)), // ZD06
  );
}
