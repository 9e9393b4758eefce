import type { ClientSnapshot } from '../../clients/snapshot.ts';
import type { Model } from '../../document-types.ts';
import { element, field, group } from '../../xml/writer.ts';
import type { NoteIdentity } from '../identity.ts';
import type { ComputedNote } from '../../documents/computed-note.ts';
import { layoutRecipientAddress } from './dest-address.ts';
import { digits } from './digits.ts';
import { taxIdField } from './tax-id-field.ts';

/** What stands for the recipient's name on an NF-e of homologation (rule E04-20, 598). */
const homologationName = 'NF-E EMITIDA EM AMBIENTE DE HOMOLOGACAO - SEM VALOR FISCAL';

/** Group E: who receives. Nothing for the anonymous consumer of an NFC-e. */
export function layoutDest({ model, recipient }: ComputedNote, { environment }: NoteIdentity): string {
  if (!recipient || (model === '65' && recipient.document === '')) return '';
  const hidesName = model === '55' && environment === 'HOMOLOGATION';
  return group(
    'dest',
    identification(recipient), // E02, E03, E03a
    field('xNome', hidesName ? homologationName : recipient.name), // E04
    layoutRecipientAddress(recipient), // E05
    ...stateRegistration(recipient, model),
    field('email', recipient.email), // E19
  );
}

/** Whoever has neither CNPJ nor CPF goes by a foreign id, which may be empty: the layout knows no empty CNPJ any more. */
function identification({ document, documentType }: ClientSnapshot): string {
  if (documentType === 'CNPJ' || documentType === 'CPF') return taxIdField(document);
  return field('idEstrangeiro', document) || element('idEstrangeiro', {});
}

function stateRegistration(recipient: ClientSnapshot, model: Model): string[] {
  const isAbroad = recipient.country !== 'BR';
  if (model === '65' || isAbroad) return [field('indIEDest', '9')];
  switch (recipient.taxpayerType) {
    case 'CONTRIBUINTE':
      return [field('indIEDest', '1'), field('IE', digits(recipient.stateRegistration))]; // E16a, E17
    case 'ISENTO':
      return [field('indIEDest', '2')];
    case 'NAO_CONTRIBUINTE':
      return [field('indIEDest', '9'), field('IE', digits(recipient.stateRegistration))];
  }
}
