import type { ClientSnapshot } from '../../clients/snapshot.ts';
import { digits, taxIdField } from '../../xml/tax-id-field.ts';
import { field, group } from '../../xml/writer.ts';

type Person = Omit<ClientSnapshot, 'id'>;

/** Groups toma and interm (TCInfoPessoa); nothing for nobody, and for a consumer in Brazil who is not identified. */
export function layoutPerson(name: 'toma' | 'interm', person: Person | null): string {
  if (!person || (person.document === '' && person.country === 'BR')) return '';
  return group(
    name,
    identification(person),
    field('xNome', person.name),
    address(person),
    field('fone', digits(person.phone)),
    field('email', person.email),
  );
}

/**
 * Who has neither CNPJ nor CPF has the number of another country. Without one the schema refuses the DPS: why there is none (cNaoNIF) is a
 * statement that nobody made.
 */
function identification({ document, documentType }: Person): string {
  if (documentType === 'CNPJ' || documentType === 'CPF') return taxIdField(document);
  return field('NIF', document);
}

function address({ address, country }: Person): string {
  if (!address) return '';
  return group(
    'end',
    country === 'BR'
      ? group('endNac', field('cMun', address.municipalityCode), field('CEP', digits(address.zipCode)))
      : group(
          'endExt',
          field('cPais', country),
          field('cEndPost', address.zipCode),
          field('xCidade', address.city),
          // A client's address abroad has no region, which the layout wants: its city is at least in it.
          field('xEstProvReg', address.state ?? address.city),
        ),
    field('xLgr', address.street),
    field('nro', address.number),
    field('xCpl', address.complement),
    field('xBairro', address.neighborhood),
  );
}
