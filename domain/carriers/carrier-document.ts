import type { Issue } from '../errors.ts';
import { taxIdKind } from '../tax-id.ts';
import type { CarrierInput, NormalCarrier } from './carrier-input.ts';

type Identity = Pick<NormalCarrier, 'document' | 'documentType'> & { faults: Issue[] };

/** A carrier's document without punctuation, and what it is by its form and check digits; an empty one keeps the type that was said. */
export function carrierDocument({ document: written, documentType: said = null }: CarrierInput): Identity {
  const document = (written ?? '').toUpperCase().replace(/[\s./-]/g, '');
  if (document === '') return { document, documentType: said, faults: [] };
  const documentType = taxIdKind(document);
  return {
    document,
    documentType,
    faults: [...checkDocument(document, documentType), ...checkType(said, documentType)],
  };
}

function checkDocument(document: string, kind: Identity['documentType']): Issue[] {
  if (kind) return [];
  const what =
    document.length === 11 ? 'CPF' : document.length === 14 ? 'CNPJ' : 'CNPJ (14 posições) ou CPF (11 dígitos)';
  const message = `${shown(document)} não é um ${what} válido: confira os dígitos, ou deixe o campo vazio.`;
  return [{ path: 'document', message }];
}

function checkType(said: Identity['documentType'], kind: Identity['documentType']): Issue[] {
  if (!said || !kind || said === kind) return [];
  return [{ path: 'documentType', message: `O documento é um ${kind}, não um ${said}: acerte um dos dois.` }];
}

function shown(text: string): string {
  return text.length > 20 ? `${text.slice(0, 20)}…` : text;
}
