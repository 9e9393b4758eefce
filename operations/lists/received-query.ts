import { isAccessKey } from '../../domain/access-key.ts';
import { type Fault, refuseAny } from '../../domain/faults.ts';
import { isNfseKey } from '../../domain/nfse-key.ts';
import { type DistributionSource, kindsOf, type Manifestation, type SchemaType } from '../../domain/received/kinds.ts';
import { plainTaxId, taxIdKind } from '../../domain/tax-id.ts';
import { checkDays, type Days, knownDays } from './days.ts';
import { plainDocument, searchPattern } from './search.ts';

/** The filters of a list of received documents, as a caller writes them; days are of Brasília, both included. */
export type ReceivedQuery = {
  model?: DistributionSource;
  schemaType?: SchemaType;
  manifestation?: Manifestation;
  /** Access key of a note, which its events have, too. */
  accessKey?: string;
  /** CNPJ or CPF, with or without punctuation. */
  issuerCnpj?: string;
  /** Part of the access key, or of the issuer's tax id or name. */
  search?: string;
  emittedFrom?: string;
  emittedTo?: string;
  /** Whether the company still has to answer for the note. */
  pending?: boolean;
};

/** The filters of a query in terms of the table. */
export type ReceivedNarrowing = {
  /** Null for all kinds. */
  kinds: string[] | null;
  issuer: string | undefined;
  accessKey: string | undefined;
  days: Days;
  pattern: string | null;
};

/** @throws DomainError `validation_error` for an invalid key or tax id, and days that end before they begin */
export function narrowingOf(query: ReceivedQuery): ReceivedNarrowing {
  const { emittedFrom: from, emittedTo: to } = query;
  const issuer = query.issuerCnpj === undefined ? undefined : plainTaxId(query.issuerCnpj);
  const accessKey = query.accessKey?.replaceAll(/[\s.]/g, '').toUpperCase();
  refuseAny([
    ...checkIssuer(issuer),
    ...checkKey(accessKey),
    ...checkDays({ from, to }, { from: 'emittedFrom', to: 'emittedTo' }),
  ]);
  const asked = { kinds: kindsOf(query), days: knownDays({ from, to }), issuer, accessKey };
  return { ...asked, ...searchedFor(query.search ?? '', asked) };
}

/** A search for a whole key or tax id becomes a filter: an index has it, while a part of one is in many keys. */
function searchedFor(
  search: string,
  { issuer, accessKey }: Pick<ReceivedNarrowing, 'issuer' | 'accessKey'>,
): Partial<ReceivedNarrowing> & Pick<ReceivedNarrowing, 'pattern'> {
  const term = plainDocument(search).toUpperCase();
  if (accessKey === undefined && isKey(term)) return { accessKey: term, pattern: null };
  if (issuer === undefined && taxIdKind(term) !== null) return { issuer: term, pattern: null };
  return { pattern: searchPattern(plainDocument(search)) };
}

function isKey(text: string): boolean {
  return isAccessKey(text) || isNfseKey(text);
}

function checkIssuer(taxId: string | undefined): Fault[] {
  if (taxId === undefined || taxIdKind(taxId) !== null) return [];
  const message = 'Não é um CNPJ nem um CPF válido: confira os dígitos.';
  return [{ code: 'validation_error', path: 'issuerCnpj', message }];
}

function checkKey(key: string | undefined): Fault[] {
  if (key === undefined || isKey(key)) return [];
  const message = 'Não é uma chave de acesso válida: a da NF-e tem 44 caracteres, a da NFS-e tem 50.';
  return [{ code: 'validation_error', path: 'accessKey', message }];
}
