import { validate as isUuid } from 'uuid';
import { isAccessKey } from '../../domain/access-key.ts';
import { checkTexts } from '../../domain/check-texts.ts';
import type { Environment } from '../../domain/companies/settings.ts';
import type { ContingencyMode } from '../../domain/contingency-mode.ts';
import type { DocumentType } from '../../domain/document-types.ts';
import type { DocumentStatus } from '../../domain/documents/document.entity.ts';
import { type Fault, refuseAny } from '../../domain/faults.ts';
import { isNfseKey } from '../../domain/nfse-key.ts';
import { checkDays, type Days, knownDays } from './days.ts';
import { plainDocument, searchPattern } from './search.ts';

/** The filters of a list of documents, as a caller writes them; days are of Brasília, both included. */
export type DocumentQuery = {
  /** Production where absent. */
  environment?: Environment | 'ALL';
  status?: DocumentStatus;
  type?: DocumentType;
  /** Id of the sale in the caller's system. */
  externalId?: string;
  accessKey?: string;
  number?: number;
  series?: number;
  /** Id of a client of the company. */
  clientId?: string;
  /** Part of the client's name or document, or of the external id; or a whole access key. */
  search?: string;
  issuedFrom?: string;
  issuedTo?: string;
  /** Changed at that instant or later. */
  updatedSince?: Date;
  /** Whether something keeps the document from going on (`isWaiting`). */
  waiting?: boolean;
  /** The form of contingency in which it was issued. */
  contingency?: ContingencyMode;
};

/** The filters of a query in terms of the table; undefined does not filter. */
export type DocumentNarrowing = {
  status: string | undefined;
  type: string | undefined;
  externalId: string | undefined;
  accessKey: string | undefined;
  number: number | undefined;
  series: number | undefined;
  clientId: string | undefined;
  days: Days;
  updatedFrom: string | undefined;
  waiting: boolean | undefined;
  contingency: string | undefined;
  pattern: string | null;
};

/** @throws DomainError `validation_error` for an invalid key or id, texts that cannot be stored, and days that end before they begin */
export function documentNarrowing(query: DocumentQuery): DocumentNarrowing {
  const { status, type, externalId, number, series, clientId, waiting, contingency, updatedSince } = query;
  const { issuedFrom: from, issuedTo: to } = query;
  const accessKey = query.accessKey === undefined ? undefined : plainKey(query.accessKey);
  refuseAny([
    ...checkTexts(externalId, 'externalId'),
    ...checkKey(accessKey),
    ...checkClient(clientId),
    ...checkDays({ from, to }, { from: 'issuedFrom', to: 'issuedTo' }),
  ]);
  return {
    ...{ status, type, externalId, accessKey, number, series, clientId, waiting, contingency },
    days: knownDays({ from, to }),
    updatedFrom: updatedSince?.toISOString(),
    ...searchedFor(query.search ?? '', accessKey),
  };
}

/** A search for a whole key becomes a filter: an index has the key, while a part of one is in many keys. */
function searchedFor(
  search: string,
  accessKey: string | undefined,
): Partial<DocumentNarrowing> & Pick<DocumentNarrowing, 'pattern'> {
  const key = plainKey(search);
  if (isKey(key) && (accessKey === undefined || accessKey === key)) return { accessKey: key, pattern: null };
  return { pattern: searchPattern(plainDocument(search)) };
}

/** A key without the groups in which a DANFE prints it, and without the prefix of the XML's Id that bar code readers give. */
function plainKey(text: string): string {
  return text
    .replaceAll(/[\s.-]/g, '')
    .toUpperCase()
    .replace(/^(NFE|NFS)(?=\d)/, '');
}

function isKey(text: string): boolean {
  return isAccessKey(text) || isNfseKey(text);
}

function checkKey(key: string | undefined): Fault[] {
  if (key === undefined || isKey(key)) return [];
  const message = 'Não é uma chave de acesso válida: a da NF-e e da NFC-e tem 44 caracteres, a da NFS-e tem 50.';
  return [{ code: 'validation_error', path: 'accessKey', message }];
}

function checkClient(id: string | undefined): Fault[] {
  if (id === undefined || isUuid(id)) return [];
  const message = 'Não é o id de um cliente: envie o id que GET /v1/clients mostra.';
  return [{ code: 'validation_error', path: 'clientId', message }];
}
