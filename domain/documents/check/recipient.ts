import { type AddressField, addressFieldNames, addressFields } from '../../clients/address-fields.ts';
import { printedFaults } from '../../clients/normalize.ts';
import type { ClientSnapshot } from '../../clients/snapshot.ts';
import type { Fault } from '../../faults.ts';
import type { Operation } from '../../taxation/operation.ts';

/** What the note needs and the recipient lacks besides its address. */
export function checkRecipient(client: ClientSnapshot, { finalConsumer, destination }: Operation): Fault[] {
  const faults = checkPrinted(client);
  const refuse = (path: string, message: string) => faults.push({ code: 'validation_error', path, message });
  if (client.documentType === 'OTHER' && client.document !== '') {
    const message = 'A NF-e identifica por CPF, CNPJ ou documento de estrangeiro: troque o documento ou deixe-o vazio.';
    refuse('client.document', message);
  }
  if (client.taxpayerType === 'CONTRIBUINTE' && !client.stateRegistration) {
    refuse(
      'client.stateRegistration',
      'Contribuinte do ICMS precisa da inscrição estadual: informe stateRegistration.',
    );
  }
  if (client.taxpayerType === 'NAO_CONTRIBUINTE' && !finalConsumer && destination !== '3') {
    const message = 'Quem não é contribuinte do ICMS é consumidor final: não envie finalConsumer false (rejeição 696).';
    refuse('finalConsumer', message);
  }
  return faults;
}

function checkPrinted(client: ClientSnapshot): Fault[] {
  return printedFaults(client).map(({ field, message }) => ({
    code: 'validation_error',
    path: `client.${field}`,
    message,
  }));
}

/**
 * What the note needs and the recipient's address lacks. A draft may be without it: a record is completed later, and read again at the emission.
 * A recipient without any address is left to the authority (rule 726).
 */
export function checkRecipientAddress(client: ClientSnapshot): Fault[] {
  return missingAddressFields(client).map((field) => ({
    code: 'validation_error',
    path: `client.${field}`,
    message: `O endereço do destinatário está incompleto: falta ${addressFieldNames[field]}.`,
  }));
}

const abroadFields: readonly AddressField[] = ['street', 'number', 'neighborhood'];

/** The fields that the layout requires and the client's address lacks; none where no address was given at all. */
export function missingAddressFields({ address, country }: ClientSnapshot): AddressField[] {
  if (!address) return [];
  const wanted = country === 'BR' ? addressFields : abroadFields;
  return wanted.filter((field) => !address[field]?.trim());
}
