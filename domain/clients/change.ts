import type { ClientInput } from './client-input.ts';
import { type NormalClient, normalizeClient } from './normalize.ts';

/** Fields to change: what is absent stays, null clears. */
export type ClientChanges = { [Field in keyof ClientInput]?: ClientInput[Field] | undefined };

/**
 * The changed record, validated as a whole.
 *
 * @throws DomainError `validation_error` with every fault of the whole in `issues`
 */
export function changedRecord(kept: ClientRecord, sent: ClientChanges): ClientRecord {
  return recordOf(normalizeClient(changedInput(kept, sent), ''));
}

/**
 * What a caller would write to have the changed client. An inferred field is left out, to be inferred again, when a field that it follows
 * from is sent with another value, unless it is sent itself: a change of the name alone keeps a taxpayer type that a person chose.
 */
export function changedInput(kept: ClientRecord, sent: ClientChanges): ClientInput {
  const stale = inferredAnew(kept, sent).map((field): [string, null] => [field, null]);
  const said = Object.entries(sent).filter(([, value]) => value !== undefined);
  return { ...kept, ...Object.fromEntries([...stale, ...said]) };
}

/** Whether the changes name somebody else: another document. */
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

/** Drops punctuation and case, the differences between the written and the kept form of a value. */
function plain(value: string | null | undefined): string {
  return (value ?? '').toUpperCase().replaceAll(/[^0-9A-Z]/g, '');
}

/** The state of every client abroad, by which lists find them; no address has it. */
export const stateAbroad = 'EX';

/** A client in normal form as the fields of its record, the address among them. */
export function recordOf({ address, ...client }: NormalClient) {
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
export type ClientRecord = ReturnType<typeof recordOf>;
