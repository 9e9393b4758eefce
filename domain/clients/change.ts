import type { ClientInput } from './client-input.ts';
import { type NormalClient, normalizeClient } from './normalize.ts';

/** Fields to change: absent fields stay, null clears. */
export type ClientChanges = { [Field in keyof ClientInput]?: ClientInput[Field] | undefined };

/**
 * The changed record, validated as a whole.
 *
 * @throws DomainError `validation_error` with every fault in `issues`
 */
export function changedRecord(kept: ClientRecord, sent: ClientChanges): ClientRecord {
  return clientRecord(normalizeClient(changedInput(kept, sent), ''));
}

/**
 * The input that gives the changed client. A field that can be inferred is left out, so that it is inferred again, when a field that it follows from
 * is sent with another value; except where it is sent itself. So a change of the name keeps a taxpayer type that a person chose.
 */
export function changedInput(kept: ClientRecord, sent: ClientChanges): ClientInput {
  const stale = inferredAnew(kept, sent).map((field): [string, null] => [field, null]);
  const said = Object.entries(sent).filter(([, value]) => value !== undefined);
  return { ...kept, ...Object.fromEntries([...stale, ...said]) };
}

/** Whether the changes give the client another document, so that it is somebody else. */
export function isOtherClient(kept: Pick<ClientRecord, 'document'>, { document }: ClientChanges): boolean {
  return document !== undefined && plain(document) !== plain(kept.document);
}

type InferredField = 'type' | 'documentType' | 'taxpayerType' | 'state';

function inferredAnew(kept: ClientRecord, sent: ClientChanges): InferredField[] {
  const moves = (field: keyof ClientChanges): boolean =>
    sent[field] !== undefined && plain(sent[field]) !== plain(kept[field]);
  const isAbroad = [kept.type, sent.type].includes('FOREIGN');
  const isNobody = kept.document === '';
  return [
    ...(moves('document') || moves('documentType') || (moves('country') && isNobody) ? (['type'] as const) : []),
    ...(moves('document') || (moves('type') && isAbroad) ? (['documentType'] as const) : []),
    ...(moves('stateRegistration') ? (['taxpayerType'] as const) : []),
    ...(moves('municipalityCode') || moves('country') ? (['state'] as const) : []),
  ];
}

/** The value without punctuation and case, in which written and stored forms differ. */
function plain(value: string | null | undefined): string {
  return (value ?? '').toUpperCase().replaceAll(/[^0-9A-Z]/g, '');
}

/** The state of clients abroad in filters of lists; their addresses do not have it. */
export const stateAbroad = 'EX';

/** The fields of a client's record, its address among them. */
export function clientRecord({ address, ...client }: NormalClient) {
  return {
    ...client,
    tradeName: client.tradeName ?? null,
    isuf: client.isuf ?? null,
    zipCode: address?.zipCode ?? null,
    street: address?.street ?? null,
    number: address?.number ?? null,
    complement: address?.complement ?? null,
    neighborhood: address?.neighborhood ?? null,
    city: address?.city ?? null,
    state: client.country === 'BR' ? (address?.state ?? null) : stateAbroad,
    municipalityCode: address?.municipalityCode ?? null,
  };
}
export type ClientRecord = ReturnType<typeof clientRecord>;
