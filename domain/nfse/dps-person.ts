import type { ClientSnapshot } from '../clients/client-input.ts';
import { onlyDigits, field, group, taxIdField } from '../xml/writer.ts';

type Person = Omit<ClientSnapshot, 'id'>;

/**
 * Groups toma, interm, fornec and dest (TCInfoPessoa, TCRTCInfoDest); empty where there is no such party, and for a consumer in Brazil who is not
 * identified.
 */
export function layoutPerson(name: 'toma' | 'interm' | 'fornec' | 'dest', person: Person | null): string {
  if (!person || (person.document === '' && person.country === 'BR')) return '';
  return group(
    name,
    personIdentification(person),
    field('xNome', person.name),
    address(person),
    field('fone', onlyDigits(person.phone)),
    field('email', person.email),
  );
}

/** cNaoNIF of a person whose country does not ask for a tax number. 1 would mean that the person is exempt; 0, unknown, is refused (E0226). */
const notAskedFor = '2';

/** CNPJ or CPF; else NIF, the tax number of another country, or cNaoNIF where the person was given without one. */
export function personIdentification({ document, documentType }: Person): string {
  if (documentType === 'CNPJ' || documentType === 'CPF') return taxIdField(document);
  return field('NIF', document) || field('cNaoNIF', notAskedFor);
}

function address({ address, country }: Person): string {
  if (!address) return '';
  return group(
    'end',
    country === 'BR'
      ? group('endNac', field('cMun', address.municipalityCode), field('CEP', onlyDigits(address.zipCode)))
      : group(
          'endExt',
          field('cPais', country),
          field('cEndPost', address.zipCode),
          field('xCidade', address.city),
          // The layout requires a region, which a client's address abroad does not have: the city stands in its place.
          field('xEstProvReg', address.state ?? address.city),
        ),
    field('xLgr', address.street),
    field('nro', address.number),
    field('xCpl', address.complement),
    field('xBairro', address.neighborhood),
  );
}
