import { isCnpj, isCpf, plainTaxId } from '../tax-id.ts';
import { cleanText } from '../xml/clean-text.ts';
import type { ClientFault, ClientInput } from './client-input.ts';
import type { ClientDocumentType, ClientSnapshot } from './snapshot.ts';

/** Who a client is: the document in normal form and what follows from it. */
export type Identity = {
  document: string;
  documentType: ClientDocumentType | null;
  type: ClientSnapshot['type'];
  faults: ClientFault[];
};

/** The document, its type and the client's. What was sent wins over what can be inferred; an empty document is an anonymous consumer. */
export function identify(input: ClientInput, country: string): Identity {
  const written = cleanText(input.document ?? '');
  const isForeign =
    input.type === 'FOREIGN' || input.documentType === 'FOREIGN' || (country !== 'BR' && !input.documentType);
  if (written === '')
    return { document: '', documentType: null, type: isForeign ? 'FOREIGN' : (input.type ?? null), faults: [] };
  if (isForeign && (input.documentType === 'CPF' || input.documentType === 'CNPJ'))
    return contradictory(written, input);
  if (isForeign) return foreigner(written);
  if (input.documentType === 'OTHER') return other(written, input);
  const document = plainTaxId(written);
  const documentType = input.documentType ?? inferred(document);
  if (documentType === null)
    return refused(document, input, `Informe um CPF (11 dígitos) ou CNPJ (14 posições); veio ${shown(written)}.`);
  const type = input.type ?? (documentType === 'CPF' ? 'INDIVIDUAL' : 'COMPANY');
  const isRight = documentType === 'CPF' ? isCpf(document) : isCnpj(document);
  if (!isRight)
    return refused(document, input, `${shown(written)} não é um ${documentType} válido: confira os dígitos.`);
  return { document, documentType, type, faults: [] };
}

function inferred(document: string): 'CPF' | 'CNPJ' | null {
  if (/^\d{11}$/.test(document)) return 'CPF';
  return /^[0-9A-Z]{14}$/.test(document) ? 'CNPJ' : null;
}

/** idEstrangeiro: 5 to 20 characters of Latin-1 without space. */
function foreigner(document: string): Identity {
  const faults: ClientFault[] = [];
  if (!/^[!-\u00ff]{5,20}$/.test(document)) {
    const message = 'O documento de estrangeiro tem de 5 a 20 caracteres, sem espaços (por exemplo o passaporte).';
    faults.push({ field: 'document', message });
  }
  return { document, documentType: 'FOREIGN', type: 'FOREIGN', faults };
}

function contradictory(document: string, { type, documentType }: ClientInput): Identity {
  const message = `Cliente FOREIGN não tem ${documentType}: mude type ou documentType, ou deixe os dois vazios.`;
  return { document, documentType: null, type: type ?? null, faults: [{ field: 'documentType', message }] };
}

function other(document: string, { type }: ClientInput): Identity {
  const faults: ClientFault[] = [];
  if (document.length > 20) faults.push({ field: 'document', message: 'O documento tem no máximo 20 caracteres.' });
  return { document, documentType: 'OTHER', type: type ?? null, faults };
}

function refused(document: string, { type }: ClientInput, message: string): Identity {
  return { document, documentType: null, type: type ?? null, faults: [{ field: 'document', message }] };
}

function shown(text: string): string {
  return text.length > 20 ? `${text.slice(0, 20)}…` : text;
}
