import type { ClientSnapshot } from '../clients/client-input.ts';
import { digits, field, group, taxIdField } from '../xml/writer.ts';

type Person = Omit<ClientSnapshot, 'id'>;

/** Groups toma, interm, fornec and dest (TCInfoPessoa, TCRTCInfoDest); nothing where nobody is named, and for a consumer in Brazil who is not identified. */
export function layoutPerson(name: 'toma' | 'interm' | 'fornec' | 'dest', person: Person | null): string {
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

/** cNaoNIF: the number is not asked for where the person lives. 1 says that the person is exempt, and 0, unknown, is refused (E0226). */
const notAskedFor = '2';

/** Who has neither CNPJ nor CPF has the number of another country, and who was named without one has none there. */
export function identification({ document, documentType }: Person): string {
  if (documentType === 'CNPJ' || documentType === 'CPF') return taxIdField(document);
  return field('NIF', document) || field('cNaoNIF', notAskedFor);
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
